"""Writes the parts of the page for the next game: scenario and settings, the deck, and the people of the evening.

Each value of the menus has a line of help. Each card of the deck has its sign, its count, and two buttons that change
the count by one. A ring shows the people at the table, and leads to the forms of each: for the name, the place, and
whether the person plays. While people talk, the roles in play are listed like the cards, each with its side."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from nightcrier.kernel.people import Presence
from nightcrier.phone.form_wishes import ALERT, WRONG, RefusedForm, field_attributes
from nightcrier.phone.page_results import ring_picture
from nightcrier.web.forms import FormWriter, hidden_field, options_of, text_field
from nightcrier.web.markup import NO_MARKUP, Markup, join_markup, tag
from nightcrier.wire.public_record import (
    OfferedCard,
    OfferedDeck,
    OfferedSetting,
    PicturedSeat,
    PublicPerson,
    RoleInPlay,
    TableOffers,
)

_FEWER, _MORE = "\u2212", "+"
_LONGEST_NAME = 40


def scenario_section(writer: FormWriter, offers: TableOffers) -> Iterator[Markup]:
    groups = []
    for game, scenarios in groupby(offers.scenarios, lambda each: each.game):
        decks = [(f"{game} {each.id}", each.title) for each in scenarios]
        chosen = options_of(decks, f"{offers.game} {offers.scenario}")
        groups.append(tag("optgroup", chosen, label=writer.game(game, decks[0][1])))
    yield tag("h2", writer.word("scenario"))
    yield writer.wish("scenario", writer.select("deck", "scenario", join_markup(groups)), writer.word("scenario"))


def settings_section(writer: FormWriter, settings: Sequence[OfferedSetting]) -> Iterator[Markup]:
    for menu, listed in groupby(enumerate(settings, 1), lambda numbered: numbered[1].menu):
        yield tag("h2", writer.word(f"menu.{menu}"))
        yield from (_setting(writer, setting, f"told-{number}") for number, setting in listed)


def _setting(writer: FormWriter, setting: OfferedSetting, named: str) -> Markup:
    """Return the form of a setting. The help is written below the form, and a screen reader reads it together with the
    form."""
    values = [(value, value) for value in setting.values]
    chosen = options_of(values, setting.values[setting.now])
    fields = hidden_field("menu", setting.menu) + hidden_field("item", setting.item)
    told = tag("p", setting.told, id=named) if setting.told else NO_MARKUP
    value = tag("select", chosen, name="value", aria_describedby=named if told else None)
    return writer.wish("setting", fields + tag("label", setting.label, value), setting.label, told)


def deck_section(writer: FormWriter, offers: TableOffers | None, alert: Markup = NO_MARKUP) -> Iterator[Markup]:
    """Return the cards of the deck, or nothing if a game has no cards to choose. The description of the deck stays
    visible below the cards. The `alert` for a refused touch is a part of the description."""
    if offers is None or (deck := offers.deck) is None:
        return
    yield tag("h2", writer.word("menu.roles")) + tag("p", deck.title)
    meant = {"type": "card", "game": offers.game, "scenario": offers.scenario, "players": str(deck.players)}
    fields = join_markup(hidden_field(name, value) for name, value in meant.items())
    cards = tag("div", *(_card(writer, card) for card in deck.cards), class_="cards")
    yield writer.bare_form("/wish", fields + cards)
    yield _description(writer, deck, alert)


def _description(writer: FormWriter, deck: OfferedDeck, alert: Markup) -> Markup:
    """Return the description of the deck. Every button refers to this text. After a touch, a screen reader therefore
    reads at the button how the deck is now."""
    odds = (writer.word(f"net.odds.{what}", n=writer.figures(share)) for what, share in deck.odds.items())
    rows = (tag("li", row) for row in (*([alert] if alert else []), *deck.told, *odds))
    return tag("ul", *rows, id="told", class_="told")


def _card(writer: FormWriter, card: OfferedCard) -> Markup:
    fewer = _button(writer, card, "fewer", _FEWER, max(0, card.count - 1))
    more = _button(writer, card, "more", _MORE, min(card.most, card.count + 1))
    count = tag("b", writer.figures(card.count))
    kind = "card" if card.count else "card none"
    return tag("div", _drawing(card.sign), tag("span", card.name), fewer, count, more, class_=kind)


def roles_section(writer: FormWriter, roles: Sequence[RoleInPlay]) -> Markup:
    """Return the roles in play, or nothing if there are none to show."""
    if not roles:
        return NO_MARKUP
    return tag("h2", writer.word("menu.roles")) + tag("ul", *(_role(writer, role) for role in roles), class_="cards")


def _role(writer: FormWriter, role: RoleInPlay) -> Markup:
    name = tag("span", role.name, f" \u00d7 {writer.figures(role.count)}" if role.count > 1 else "")
    side = tag("small", _drawing(role.side_sign), role.side) if role.side else NO_MARKUP
    return tag("li", _drawing(role.sign), name, side, class_="card")


def _drawing(path: str) -> Markup:
    """Return the drawing of a sign. Its name stands beside it."""
    return tag("svg", tag("path", d=path), viewBox="0 0 240 240", aria_hidden="true") if path else NO_MARKUP


def _button(writer: FormWriter, card: OfferedCard, way: str, sign: str, count: int) -> Markup:
    """Return a button that adds or removes a card. After a press the new page scrolls to the button by its id. When no
    card can be added or removed, the button is still shown, so that finger and keyboard focus find it at the same
    place."""
    place, meant, at_end = f"{way}-{card.id}", f"{card.id} {count}", "true" if count == card.count else None
    named = {"aria_label": f"{card.name}, {writer.figures(card.count)}: {sign}", "aria_describedby": "told"}
    return tag("button", sign, id=place, name=way, value=meant, **named, aria_disabled=at_end)


def names_section(
    writer: FormWriter, offers: TableOffers | None, refused: RefusedForm | None = None
) -> Iterator[Markup]:
    """Return a form with the name of each role, group and side, to be changed into what stands on people's cards. The
    reason for a refused name stands at its field."""
    if offers is None or not offers.names:
        return
    yield tag("h2", writer.word("net.names")) + tag("p", writer.word("net.names.how"))
    rows = (_name_field(writer, key, name, refused) for key, name in offers.names.items())
    yield writer.form("/names", hidden_field("game", offers.game) + join_markup(rows), "net.set")


def _name_field(writer: FormWriter, key: str, name: str, refused: RefusedForm | None) -> Markup:
    typed = refused.fields.get(key, name) if refused else name
    if refused is None or refused.fields.get("named") != key:
        return tag("label", _named(writer, key, name), text_field(key, typed, _LONGEST_NAME))
    field = tag("label", _named(writer, key, name), text_field(key, typed, _LONGEST_NAME, **WRONG))
    return field + writer.alert(writer.word(refused.word), ALERT)


def _named(writer: FormWriter, key: str, name: str) -> str:
    """Return how a field is called. A side may have the name of a role."""
    return writer.word("net.names.side", name=name) if key.startswith("sides.") else name


def people_section(
    writer: FormWriter, people: Sequence[PublicPerson], refused: RefusedForm | None = None
) -> Iterator[Markup]:
    """Return the forms of the people. A name that was typed and refused is still in its field."""
    here = [person for person in people if person.presence is not Presence.LEFT]
    seats = (PicturedSeat(person.person, person.name) for person in here)
    yield tag("h2", writer.word("menu.people")) + ring_picture(writer, tuple(seats), leads=True)
    for person in people:
        yield _person(writer, person, len(people), refused)
    yield writer.form("/wish", hidden_field("type", "newcomer"), "who.newcomer")


def _person(writer: FormWriter, person: PublicPerson, people: int, refused: RefusedForm | None) -> Markup:
    number, shown = hidden_field("person", str(person.person)), writer.figures(person.person)
    about = [f"{shown}. {writer.word(f'people.{what}')}" for what in ("name", "next", "place")]
    typed = field_attributes(refused, "name", person.person, "name", person.name)
    name = tag("label", about[0], tag("input", name="name", maxlength=48, dir="auto", **typed))
    states = [(state.value, writer.word(f"people.{state}")) for state in Presence]
    there = writer.select("presence", "people.next", options_of(states, person.presence.value))
    typed = field_attributes(refused, "move", person.person, "place", str(person.person))
    number_of = tag("input", type="number", name="place", min=1, max=people, **typed, required=True)
    place = tag("label", writer.word("people.place"), number_of)
    comes = tag("p", writer.word("score.out")) if person.out else writer.wish("presence", number + there, about[1])
    moves = writer.wish("move", number + place, about[2]) if people > 1 else NO_MARKUP
    forms = writer.wish("name", number + name, about[0]), comes, moves
    return tag("section", *forms, id=f"person-{person.person}")
