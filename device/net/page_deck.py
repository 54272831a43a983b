"""The deck on the page: each card with how many are in it, one more or one fewer by touch, and what the box says of
it."""

from collections.abc import Iterator

from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.public_deck import OfferedCard, OfferedDeck
from device.kernel.public_record import TableOffers
from device.net.form_writer import FormWriter, hidden_field

_FEWER, _MORE = "\u2212", "+"


def deck_section(writer: FormWriter, offers: TableOffers | None, alert: Markup = NO_MARKUP) -> Iterator[Markup]:
    """Nothing where a game has no cards to choose. What is said of the deck stays in sight below the cards, with the
    `alert` that the last touch was not taken."""
    if offers is None or (deck := offers.deck) is None:
        return
    yield tag("h2", writer.word("menu.roles")) + tag("p", deck.title)
    meant = {"type": "card", "game": offers.game, "scenario": offers.scenario, "players": str(deck.players)}
    fields = markup_of(hidden_field(name, value) for name, value in meant.items())
    yield writer.bare_form("/wish", fields + markup_of(_card(writer, card) for card in deck.cards))
    yield _told(writer, deck, alert)


def _told(writer: FormWriter, deck: OfferedDeck, alert: Markup) -> Markup:
    """Each button is described by all of it: whoever is back at one after a touch hears what became of the deck."""
    odds = (writer.word(f"net.odds.{what}", n=writer.figures(share)) for what, share in deck.odds.items())
    rows = (tag("li", row) for row in (*([alert] if alert else []), *deck.told, *odds))
    return tag("ul", *rows, id="told", class_="told")


def _card(writer: FormWriter, card: OfferedCard) -> Markup:
    fewer = _button(writer, card, "fewer", _FEWER, max(0, card.count - 1))
    more = _button(writer, card, "more", _MORE, min(card.most, card.count + 1))
    return tag("div", tag("span", card.name), fewer, tag("b", writer.figures(card.count)), more, class_="card")


def _button(writer: FormWriter, card: OfferedCard, way: str, sign: str, count: int) -> Markup:
    """It has a place of its own, to which the next page comes back; at its end it stays, for fingers and focus."""
    place, meant, at_end = f"{way}-{card.id}", f"{card.id} {count}", "true" if count == card.count else None
    named = {"aria_label": f"{card.name}, {writer.figures(card.count)}: {sign}", "aria_describedby": "told"}
    return tag("button", sign, id=place, name=way, value=meant, **named, aria_disabled=at_end)
