"""Writes the parts of the page for the next game: game, deck and cards to touch, the people in a ring, the settings,
and the forms of each person. While people talk, the roles in play are listed like the cards, each with its side. Every
touch is the button of a form."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from nightcrier.kernel.people import Presence
from nightcrier.phone.form_wishes import PLAYERS, WRONG, KeptForm, field_attributes, refusal_alert
from nightcrier.phone.page_results import ring_picture
from nightcrier.web.forms import FormWriter, drawing, fieldset, hidden_field, options_of, pressable, switch, text_field
from nightcrier.web.markup import NO_MARKUP, Markup, join_markup, tag
from nightcrier.wire.public_record import (
    OfferedCard,
    OfferedScenario,
    OfferedSetting,
    PicturedSeat,
    PublicPerson,
    RoleInPlay,
    TableOffers,
)

_FEWER, _MORE = "\u2212", "+"
_LONGEST_NAME = 40
_MOST_BUTTONS = 4
"""The maximum number of values for which a setting has buttons side by side. A setting with more values has a list."""
_SLIDERS = "M30 70H210V90H30ZM130 50H160V110H130ZM30 150H210V170H30ZM70 130H100V190H70Z"


def home_section(writer: FormWriter, offers: TableOffers, alert: Markup) -> Iterator[Markup]:
    """Return everything about the next game on one screen: game and deck, other decks, the cards, the people, and what
    to press. The `alert` for a refused touch is part of the text about the deck, which describes each card."""
    decks, deck = {(each.game, each.id): each.title for each in offers.scenarios}, offers.deck
    title = deck.title if deck else decks.get((offers.game, offers.scenario), "")
    named = tag("h1", title, tag("small", writer.game(offers.game, "")))
    leads = tag("a", drawing(_SLIDERS), class_="round", href="/settings", aria_label=writer.word("menu.options"))
    yield tag("header", named, leads) + _decks(writer, offers)
    if deck:
        meant = {"type": "card", "game": offers.game, "scenario": offers.scenario, "players": str(deck.players)}
        cards = (_card(writer, card) for card in sorted(deck.cards, key=lambda card: not card.count))
        yield _touched(writer, meant, tag("div", *cards, class_="cards", tabindex=-1))
        odds = (writer.word(f"net.odds.{what}", n=writer.figures(share)) for what, share in deck.odds.items())
        alert += join_markup(tag("span", text) for text in (*deck.told, *odds))
    yield tag("div", alert, id="told") + _people_in_ring(writer, offers)
    yield tag("p", writer.word("welcome.start"), class_="go")


def _touched(writer: FormWriter, meant: dict[str, str], shown: Markup, named: str | None = None) -> Markup:
    """Return a form that a touch sends, with what is `meant` and the value of the touched button."""
    fields = join_markup(hidden_field(name, value) for name, value in meant.items())
    return writer.bare_form("/wish", fields + shown, named)


def _decks(writer: FormWriter, offers: TableOffers) -> Markup:
    """Return the decks of the game, and after them the first deck of each other game, labeled with the game's name."""
    games = {game: tuple(decks) for game, decks in groupby(offers.scenarios, lambda each: each.game)}
    own = [(each, each.title) for each in games.pop(offers.game, ())]
    others = [(decks[0], writer.game(game, decks[0].title)) for game, decks in games.items()]
    tiles = (_deck(each, name, (offers.game, offers.scenario)) for each, name in (*own, *others))
    return _touched(writer, {"type": "scenario"}, tag("div", *tiles, class_="decks", tabindex=-1))


def _deck(deck: OfferedScenario, name: str, chosen: tuple[str, str]) -> Markup:
    sent = {"name": "deck", "value": f"{deck.game} {deck.id}", "id": f"{deck.game}-{deck.id}"}
    return pressable(drawing(deck.sign), tag("span", name), is_on=chosen == (deck.game, deck.id), **sent)


def _card(writer: FormWriter, card: OfferedCard) -> Markup:
    """Return a card. A touch adds a copy, or removes all copies when no more exist. If there are several, one can be
    removed, too."""
    next_count = card.count + 1 if card.count < card.most else 0
    sent = {"id": f"card-{card.id}", "name": "more", "value": f"{card.id} {next_count}", "aria_describedby": "told"}
    one_less = {"name": "fewer", "value": f"{card.id} {card.count - 1}", "aria_label": f"{card.name}: {_FEWER}"}
    count, fewer = tag("b", writer.figures(card.count)), tag("button", _FEWER, **one_less)
    shown = drawing(card.sign), tag("span", card.name), count if card.count > 1 else NO_MARKUP
    return tag("div", pressable(*shown, is_on=card.count > 0, **sent), fewer if card.count > 1 else NO_MARKUP)


def _people_in_ring(writer: FormWriter, offers: TableOffers) -> Markup:
    """Return the ring of the people, each of whom leads to the forms for them. In its middle is the number of players,
    which two buttons change like the dial."""
    here = [PicturedSeat(each.person, each.name) for each in offers.people if each.presence is not Presence.LEFT]
    players = NO_MARKUP
    for each in offers.settings:
        if each.item == PLAYERS:
            values, last = each.values, len(each.values) - 1
            ways = (_FEWER, values[max(0, each.now - 1)]), (_MORE, values[min(last, each.now + 1)])
            turns = (tag("button", way, name="value", value=n, aria_label=f"{each.label}: {way}") for way, n in ways)
            shown = tag("b", writer.word("home.players", n=values[each.now])) + join_markup(turns)
            players = _setting_form(writer, each, shown)
    return tag("div", ring_picture(writer, here, leads=True), players, class_="table")


def _setting_form(writer: FormWriter, setting: OfferedSetting, shown: Markup) -> Markup:
    return _touched(writer, {"type": "setting", "menu": setting.menu, "item": setting.item}, shown, setting.item)


def settings_section(writer: FormWriter, settings: Sequence[OfferedSetting]) -> Iterator[Markup]:
    for menu, listed in groupby(settings, lambda setting: setting.menu):
        yield tag("h2", writer.word(f"menu.{menu}"))
        yield from (_setting(writer, setting) for setting in listed if setting.item != PLAYERS)


def _setting(writer: FormWriter, setting: OfferedSetting) -> Markup:
    """Return the form of a setting: a switch for on and off, a button for each of few values, or else a list. A screen
    reader reads the help together with the setting."""
    named, now = f"told-{setting.item}" if setting.told else None, setting.values[setting.now]
    told = tag("small", setting.told, id=named) if named else NO_MARKUP
    if setting.values == (writer.word("switch.off"), writer.word("switch.on")):
        about = {"aria_label": setting.label, "aria_describedby": named}
        shown = switch("value", tag("span", setting.label, told), bool(setting.now), setting.values, **about)
    elif len(setting.values) <= _MOST_BUTTONS:
        buttons = (pressable(value, is_on=value == now, name="value", value=value) for value in setting.values)
        shown = fieldset(setting.label, told, *buttons)
    else:
        values = options_of([(value, value) for value in setting.values], now)
        chosen = tag("label", setting.label, tag("select", values, name="value", aria_describedby=named))
        sends = writer.word("net.set")
        shown = chosen + tag("button", sends, aria_label=f"{setting.label}: {sends}") + told
    return _setting_form(writer, setting, shown)


def roles_section(writer: FormWriter, roles: Sequence[RoleInPlay]) -> Markup:
    shown = list[Markup]()
    for role in roles:
        count = tag("b", writer.figures(role.count)) if role.count > 1 else NO_MARKUP
        side = tag("small", drawing(role.side_sign), role.side) if role.side else NO_MARKUP
        shown.append(tag("li", drawing(role.sign), tag("span", role.name), count, side))
    return tag("ul", *shown, class_="roles", aria_label=writer.word("menu.roles")) if shown else NO_MARKUP


def floor_section(writer: FormWriter, row: Sequence[PicturedSeat], at: int) -> Markup:
    """Return who has spoken, who speaks and who comes next, in this order, or nothing if people talk freely."""
    names = [tag("bdi", writer.called(seat.number, seat.name)) for seat in row]
    shown = [*(tag("s", name) for name in names[:at]), *names[at:]]
    rows = (tag("li", name, aria_current="true" if place == at else None) for place, name in enumerate(shown))
    return tag("ol", *rows, class_="floor") if row else NO_MARKUP


def names_section(writer: FormWriter, offers: TableOffers, refused: KeptForm | None = None) -> Iterator[Markup]:
    """Return a form with the name of each role, group and side, which people can replace by the names on their own
    cards. The reason for a refused name is at its field."""
    yield tag("p", writer.word("net.names.how"))
    rows = (_name_field(writer, key, name, refused) for key, name in offers.names.items())
    yield writer.form("/names", hidden_field("game", offers.game) + join_markup(rows), "net.set")


def _name_field(writer: FormWriter, key: str, name: str, refused: KeptForm | None) -> Markup:
    """Return the field of a name. A side is labeled as such, because it may have the same name as a role."""
    fields = refused.fields if refused else {}
    named = writer.word("net.names.side", name=name) if key.startswith("sides.") else name
    is_meant = fields.get("named") == key
    field = text_field(key, fields.get(key, name), _LONGEST_NAME, **(WRONG if is_meant else {}))
    return tag("label", named, field) + (refusal_alert(writer, refused) if refused and is_meant else NO_MARKUP)


def people_section(
    writer: FormWriter, people: Sequence[PublicPerson], refused: KeptForm | None = None
) -> Iterator[Markup]:
    """Return the forms of the people. A name that was typed and refused is still in its field."""
    for person in people:
        yield _person(writer, person, len(people), refused)
    yield writer.form("/wish", hidden_field("type", "newcomer"), "who.newcomer")


def _person(writer: FormWriter, person: PublicPerson, people: int, refused: KeptForm | None) -> Markup:
    number, shown = hidden_field("person", str(person.person)), writer.figures(person.person)
    about = [f"{shown}. {writer.word(f'people.{what}')}" for what in ("name", "next", "place")]
    typed = field_attributes(refused, "name", person.person, "name", person.name)
    name = tag("label", about[0], tag("input", name="name", maxlength=48, dir="auto", **typed))
    states = (
        pressable(writer.word(f"people.{state}"), is_on=state is person.presence, name="presence", value=state)
        for state in Presence
    )
    typed = field_attributes(refused, "move", person.person, "place", str(person.person))
    number_of = tag("input", type="number", name="place", min=1, max=people, **typed, required=True)
    place = tag("label", writer.word("people.place"), number_of)
    there = _touched(writer, {"type": "presence", "person": str(person.person)}, fieldset(about[1], *states))
    comes = tag("p", writer.word("score.out")) if person.out else there
    moves = writer.wish("move", number + place, about[2]) if people > 1 else NO_MARKUP
    forms = writer.wish("name", number + name, about[0]), comes, moves
    return tag("section", *forms, id=f"person-{person.person}")
