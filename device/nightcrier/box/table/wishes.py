"""Grants the wishes of companions, and lists what they may wish for at home.

A refused wish does not change the table, not even its time, so that nobody at the table can notice at night that
somebody asked. Offers use the texts of the glass: people, decks of all games, values of menus, and the cards of the
next game. The odds of the deal are sent with the cards."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input, PersonStanding, Standings, Wished
from nightcrier.box.show.facts import Word
from nightcrier.box.show.plug import Game, problems_of
from nightcrier.box.show.setup import DeckOrigin
from nightcrier.box.show.stages import Count
from nightcrier.box.table.core.effects import AnswerGuest, Effect, LookUp, Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, is_foreign, name_refusal
from nightcrier.box.table.core.signs import card_sign, deck_sign, sign_path
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.evening.people import change_person, evening_people, move_person, seat_anew
from nightcrier.box.table.evening.scenario import choose_scenario, deck_line, is_offered, scenario_line
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.box.table.ground.day import give_minute, halt_talk
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.evening_menus import amendment, points_won
from nightcrier.box.table.over.listing import keep_choices
from nightcrier.box.table.over.loudness_dial import turn_loudness, voice_loudness
from nightcrier.box.table.over.menu_items import Item, first_help, most_of, put_card, roles_footer
from nightcrier.box.table.over.open_to_wishes import WishNotDone, WishRow, is_at_home, is_at_stage, is_open_by_day
from nightcrier.box.table.phone_answers import (
    follow_answer,
    follow_result,
    is_answered_by,
    is_entered_by,
    is_of_question,
)
from nightcrier.box.table.plugs.registry import WISHES_OF_FEATURES
from nightcrier.box.table.public_table import phase_now
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import LineId, Seconds
from nightcrier.kernel.people import MOST_PEOPLE, EveningPerson, tidy_name
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.public_record import (
    OfferedCard,
    OfferedDeck,
    OfferedScenario,
    OfferedSetting,
    Phase,
    PublicPerson,
    TableOffers,
)
from nightcrier.wire.wishes import (
    LONGEST_ID,
    AnswerWish,
    CardWish,
    LookWish,
    LoudnessWish,
    MendWish,
    MinuteWish,
    MoveWish,
    NameWish,
    NewcomerWish,
    PauseWish,
    PresenceWish,
    ResultWish,
    ScenarioWish,
    SettingWish,
    StrikeWish,
    Wish,
)
from nightcrier.words.catalogue import UNHEARD

WISHED_MENUS = ("main", "options", "rules", "sound", "sounds", "glass", "languages", "device")
"""The menus whose values a wish may set. Rows that open or do something else can only be used at the box."""


def is_heeded(table: Table, wish: Wish) -> bool:
    return _ROWS[type(wish)].is_open(table, wish)


def follow_wish(house: House, table: Table, event: Wished) -> TableStep:
    try:
        moved, effects = _ROWS[type(event.wish)].do(house, table, event.wish, event.at)
    except WishNotDone as refused:
        moved, effects = refused.step or (table, ())
        return moved, (*effects, *_answer(event, refused.word))
    return moved, (*effects, *_answer(event, None))


def _answer(event: Wished, word: Refusal | None) -> tuple[Effect, ...]:
    """Return the answer to a wish, or nothing for a wish without a number."""
    return (AnswerGuest(event.guest, event.number, word),) if event.number else ()


def refuse_wish(table: Table, event: Wished) -> tuple[Effect, ...]:
    return _answer(event, _why_unheeded(table, event.wish))


def _why_unheeded(table: Table, wish: Wish) -> Refusal:
    """Return why a wish is not accepted now. During a game, the reason reveals only what everybody knows."""
    phase = phase_now(table)
    if phase is Phase.HOME and not is_at_home(table):
        return Refusal.AWAY
    fits_not = isinstance(wish, ResultWish) and is_of_question(table, wish)
    return Refusal.STOPPED if fits_not else phase.refusal or Refusal.ANEW


def _turn_to_loudness(house: House, table: Table, wish: LoudnessWish, at: Seconds) -> TableStep:
    turned = Input(at, Control.DIAL, Gesture.PRESS_TURN, wish.loudness - voice_loudness(table))
    return turn_loudness(table, turned) if turned.steps else (table, ())


def _look_up(table: Table) -> TableStep:
    return (
        (table, ()) if table.rest.looked_up else (replace(table, rest=replace(table.rest, looked_up=True)), (LookUp(),))
    )


def _choose_scenario(house: House, table: Table, wish: ScenarioWish, at: Seconds) -> TableStep:
    """Choose a scenario with its own cards, even if people have changed them before. Raises WishNotDone."""
    game = house.games.get(wish.game)
    scenario = next((each for each in game.scenarios() if each.id == wish.scenario), None) if game else None
    setup = table.choices.setup
    if game is None or scenario is None:
        raise WishNotDone(Refusal.ABSENT)
    if (game.id, scenario.id, DeckOrigin.SCENARIO) == (table.choices.game, setup.scenario, setup.origin):
        return table, ()
    choices = choose_scenario(table.choices, game, scenario)
    return replace(table, choices=choices), (Remember(choices),)


def _set_value(house: House, table: Table, wish: SettingWish, at: Seconds) -> TableStep:
    """Set a row of a menu to a value that the dial could choose now. Raises WishNotDone."""
    items = MENUS[wish.menu].items(house, table) if wish.menu in WISHED_MENUS else ()
    values = (value for item in items if item.line == wish.item for value in item.values)
    value = next((value for value in values if value.text == wish.value), None)
    if value is None:
        raise WishNotDone(Refusal.ABSENT)
    return (table, ()) if value.choices == table.choices else keep_choices(house, table, value.choices)


def _people_of(table: Table, person: int = 1) -> tuple[PersonStanding, ...]:
    """Return everybody of the evening. Raises WishNotDone if this person is not among them, or while the scores are
    unknown."""
    if not table.rest.looked_up or (table.standings is None and Part.STATE in table.faults):
        raise WishNotDone(step=_look_up(table))
    people = evening_people(table)
    if person > len(people):
        raise WishNotDone
    return people


def _add_person(house: House, table: Table, wish: NewcomerWish, at: Seconds) -> TableStep:
    everybody = tuple(person.person for person in _people_of(table))
    if len(everybody) == MOST_PEOPLE:
        raise WishNotDone
    return seat_anew(house, table, (*everybody, EveningPerson()))


def _name_person(house: House, table: Table, wish: NameWish, at: Seconds) -> TableStep:
    """Give a person a name that the dial can spell. An empty name removes the old name. Raises WishNotDone."""
    people, number, name = _people_of(table, wish.person), wish.person, tidy_name(wish.name)
    others = [person.name for at, person in enumerate(people, 1) if at != number]
    if word := name and name_refusal(name, others, house.words, table.choices.languages, house.answers):
        raise WishNotDone(word)
    return change_person(house, table, number, name=name)


def _come_or_go(house: House, table: Table, wish: PresenceWish, at: Seconds) -> TableStep:
    people = _people_of(table, wish.person)
    if people[wish.person - 1].presence is wish.presence:
        return table, ()
    if people[wish.person - 1].out:
        raise WishNotDone(Refusal.OUT)
    return change_person(house, table, wish.person, presence=wish.presence)


def _move_person(house: House, table: Table, wish: MoveWish, at: Seconds) -> TableStep:
    _people_of(table, max(wish.person, wish.place))
    return move_person(house, table, wish.person, wish.place) if wish.place != wish.person else (table, ())


def _put_card(house: House, table: Table, wish: CardWish, at: Seconds) -> TableStep:
    """Set how many copies of one card the deck has, if the wish names the present deck. A deck may be invalid while
    people change it. Raises WishNotDone."""
    choices, setup = table.choices, table.choices.setup
    shown = (wish.game, wish.scenario, wish.players) == (choices.game, setup.scenario, setup.players)
    if not shown:
        raise WishNotDone
    game = house.games[choices.game]
    if wish.card not in dict(game.cards()) or wish.count > most_of(game, setup, wish.card):
        raise WishNotDone
    return put_card(table, game, wish.card, wish.count)


def _strike(house: House, table: Table, wish: StrikeWish, at: Seconds) -> TableStep:
    _check_shown(table, wish)
    return table, (amendment(table, None),)


def _mend(house: House, table: Table, wish: MendWish, at: Seconds) -> TableStep:
    standings, last = _check_shown(table, wish)
    if not last.keys() >= set(wish.winners):
        raise WishNotDone
    points = points_won(standings, wish.winners)
    return table, (amendment(table, points),) if points != last else ()


def _check_shown(table: Table, wish: MendWish | StrikeWish) -> tuple[Standings, Mapping[int, int]]:
    """Return the standings and the points of the last game. Raises WishNotDone if the wish is about another game."""
    standings = table.standings
    if standings is None or not standings.last or (standings.evening, standings.game) != (wish.evening, wish.game):
        raise WishNotDone
    return standings, standings.last


_ROWS: Mapping[type[Wish], WishRow] = {
    LookWish: WishRow(lambda _, table, __, ___: _look_up(table)),
    LoudnessWish: WishRow(_turn_to_loudness, is_open_by_day),
    PauseWish: WishRow(
        lambda _, table, wish, at: halt_talk(table, at, halted=wish.paused), lambda table, _: is_at_stage(table, Count)
    ),
    MinuteWish: WishRow(lambda _, table, __, ___: give_minute(table), lambda table, _: is_at_stage(table, Count)),
    ScenarioWish: WishRow(_choose_scenario),
    CardWish: WishRow(_put_card),
    SettingWish: WishRow(_set_value),
    NameWish: WishRow(_name_person),
    PresenceWish: WishRow(_come_or_go),
    NewcomerWish: WishRow(_add_person),
    MoveWish: WishRow(_move_person),
    MendWish: WishRow(_mend),
    StrikeWish: WishRow(_strike),
    AnswerWish: WishRow(lambda _, table, wish, at: follow_answer(table, wish, at), is_answered_by),
    ResultWish: WishRow(follow_result, is_entered_by),
    **WISHES_OF_FEATURES,
}


MOST_SCENARIOS, _MOST_OF_SCENARIOS, _MOST_OF_VALUES = 500, 1 << 16, 1 << 13
"""The most scenarios offered to a companion, the most bytes of them all, and the most bytes of the values of one row,
because a companion reads at most 256 KiB of one line. Anything beyond that can only be chosen with the dial."""
_T = TypeVar("_T")
_ELSEWHERE = frozenset({"screen.scenario", "screen.about"})
"""The rows that are not offered as settings: scenarios are offered as decks, and "about" sets nothing."""


def table_offers(house: House, table: Table) -> TableOffers | None:
    """Return what companions may wish for, or None while people play or use the menus."""
    if not is_at_home(table):
        return None
    people, language = evening_people(table), table.choices.language
    named = house.games[table.choices.game].names_to_change()
    return TableOffers(
        game=table.choices.game,
        scenario=table.choices.setup.scenario,
        people=tuple(PublicPerson(n, each.name, each.presence, each.out) for n, each in enumerate(people, 1)),
        scenarios=_offered_scenarios(house, table),
        settings=_offered_settings(house, table),
        deck=deck_offer(house, table),
        names={key: fact_text(house.words, language, fact).translate(UNHEARD) for key, fact in named.items()},
    )


def _offered_scenarios(house: House, table: Table) -> tuple[OfferedScenario, ...]:
    """Return the scenarios that a wish can name. If the name of its file is too long, only the dial can choose it."""
    every = (
        OfferedScenario(game, deck, _title(house, table, scenario_line(game, deck)), sign_path(deck_sign(game, deck)))
        for game, deck in ((game.id, scenario.id) for game in house.games.values() for scenario in game.scenarios())
        if is_offered(house, table.choices, game) and len(deck) <= LONGEST_ID
    )
    return tuple(_fitting(islice(every, MOST_SCENARIOS), _MOST_OF_SCENARIOS))


def _fitting(offered: Iterable[_T], most: int) -> Iterator[_T]:
    """Yield these values in order, as long as they fit into this many bytes of a line."""
    for each in offered:
        most -= len(msgspec.json.encode(each)) + 1
        if most < 0:
            return
        yield each


def _offered_settings(house: House, table: Table) -> tuple[OfferedSetting, ...]:
    listed = ((menu, item) for menu in WISHED_MENUS for item in MENUS[menu].items(house, table))
    return tuple(
        _offered_row(house, table, menu, item)
        for menu, item in listed
        if len(item.values) > 1 and not item.opens and item.line not in _ELSEWHERE
    )


def _offered_row(house: House, table: Table, menu: str, item: Item) -> OfferedSetting:
    """Return a row of a menu as an offer. Its texts keep the marks where a row may break, because a wish must repeat
    them exactly."""
    label, *told = (_title(house, table, line) for line in (item.line, *first_help(house, item.line)))
    values = tuple(_fitting((value.text for value in item.values), _MOST_OF_VALUES))
    if item.index >= len(values):
        values = *values, item.values[item.index].text
    return OfferedSetting(menu, item.line, label, values, min(item.index, len(values) - 1), "".join(told))


def _title(house: House, table: Table, line: LineId) -> str:
    return house.words.title(table.choices.language, line).translate(UNHEARD)


def deck_offer(house: House, table: Table) -> OfferedDeck | None:
    """Return the deck that people may change, or None if people cannot choose the cards of the game."""
    game, setup = house.games[table.choices.game], table.choices.setup
    if not game.cards():
        return None
    deck, problems = game.deck(setup), problems_of(game, setup)
    cards = (
        OfferedCard(card, _card_name(house, table, game, card), deck.count(card), n, sign_path(card_sign(game, card)))
        for card, n in game.cards()
    )
    told = (text.translate(UNHEARD) for text in _deck_words(house, table, problems))
    odds = {} if problems else {what: _percent(share) for what, share in game.deal_odds(setup).items()}
    title = _title(house, table, deck_line(table.choices))
    return OfferedDeck(title, setup.players, tuple(cards), tuple(told), odds)


def _percent(share: float) -> int:
    """Return a fraction in percent: 0 only if it is impossible, and 100 only if it is certain."""
    return min(99, max(1, round(100 * share))) if 0 < share < 1 else round(100 * share)


def _card_name(house: House, table: Table, game: Game, card: str) -> str:
    """Return the printed name of a card, followed by its translation if the table speaks another language."""
    words, language, fact = house.words, table.choices.language, game.card_fact(card)
    printed = fact_text(words, language, fact)
    name = f"{printed} ({words.role(language, fact.id)})" if is_foreign(fact, language) else printed
    return name.translate(UNHEARD)


def _deck_words(house: House, table: Table, problems: tuple[Word, ...]) -> Iterator[str]:
    """Yield the texts that say what is wrong with the deck, or that it is ready, and what START would say first."""
    if not problems:
        yield roles_footer(house, table)
    game = house.games[table.choices.game]
    for word in problems or game.warnings(tonight_setup(house, table)):
        yield fact_text(house.words, table.choices.language, word)
