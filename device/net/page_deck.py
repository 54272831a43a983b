"""The deck on the page: each card with how many are in it, one more or one fewer by touch, and what the box says of
it."""

from collections.abc import Iterator
from html import escape

from device.kernel.public_deck import OfferedCard, OfferedDeck
from device.kernel.public_record import TableOffers
from device.net.form_writer import FormWriter, hidden_field

_FEWER, _MORE = "\u2212", "+"


def deck_section(writer: FormWriter, offers: TableOffers | None, alert: str = "") -> Iterator[str]:
    """Nothing where a game has no cards to choose. What is said of the deck stays in sight below the cards, with the
    `alert` that the last touch was not taken."""
    if offers is None or (deck := offers.deck) is None:
        return
    yield f"<h2>{writer.word('menu.roles')}</h2><p>{escape(deck.title)}</p>"
    meant = {"type": "card", "game": offers.game, "scenario": offers.scenario, "players": str(deck.players)}
    fields = "".join(hidden_field(name, value) for name, value in meant.items())
    yield writer.bare_form("/wish", fields + "".join(_card(writer, card) for card in deck.cards))
    yield _told(writer, deck, alert)


def _told(writer: FormWriter, deck: OfferedDeck, alert: str) -> str:
    """Each button is described by all of it: whoever is back at one after a touch hears what became of the deck."""
    odds = (writer.word(f"net.odds.{what}", n=writer.figures(share)) for what, share in deck.odds.items())
    rows = "".join(f"<li>{row}</li>" for row in (*([alert] if alert else []), *map(escape, deck.told), *odds))
    return f'<ul id="told" class="told">{rows}</ul>'


def _card(writer: FormWriter, card: OfferedCard) -> str:
    fewer = _button(writer, card, "fewer", _FEWER, max(0, card.count - 1))
    more = _button(writer, card, "more", _MORE, min(card.most, card.count + 1))
    return f'<div class="card"><span>{escape(card.name)}</span>{fewer}<b>{writer.figures(card.count)}</b>{more}</div>'


def _button(writer: FormWriter, card: OfferedCard, way: str, sign: str, count: int) -> str:
    """It has a place of its own, to which the next page comes back; at its end it stays, for fingers and focus."""
    named, ends = escape(card.id), ' aria-disabled="true"' if count == card.count else ""
    said = f"{escape(card.name)}, {writer.figures(card.count)}: {sign}"
    does = f'id="{way}-{named}" name="{way}" value="{named} {count}"'
    return f'<button {does} aria-label="{said}" aria-describedby="told"{ends}>{sign}</button>'
