"""What becomes of a wish of the second program: the same that becomes of a hand's, by the same checks."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input, Part, Wished
from device.kernel.ids import Seconds
from device.kernel.names import tidy_name
from device.kernel.people import MOST_PEOPLE, EveningPerson
from device.kernel.public_record import Phase
from device.kernel.refusal import Refusal
from device.kernel.wishes import (
    AnswerWish,
    CardWish,
    ChoreWish,
    DeckWish,
    DuskWish,
    HallWish,
    HelpedWish,
    IdentifyWish,
    LookWish,
    LoudnessWish,
    MendWish,
    MessageWish,
    MoveWish,
    NameWish,
    NewcomerWish,
    PauseWish,
    PeopleWish,
    PresenceWish,
    ReachedAt,
    ResultWish,
    ScenarioWish,
    SettingWish,
    StrikeWish,
    TimedWish,
    Wish,
)
from device.show.setup import DeckOrigin
from device.table.awaited_dusk import follow_dusk
from device.table.chores import ask_by_phone
from device.table.deck_wishes import follow_card_wish
from device.table.effects import AnswerGuest, Effect, LookUp, Remember
from device.table.given_names import name_refusal
from device.table.hall_wishes import follow_hall_wish
from device.table.heeded import is_at_home, is_root_asked
from device.table.house import House
from device.table.levels import heard_loudness
from device.table.loudness import turn_loudness
from device.table.other_people import named_people, present_people, seat_anew
from device.table.page_kinds import PhonePage
from device.table.pages.day import halt_talk
from device.table.pages.home import choose_scenario
from device.table.pages.listing import MENUS, keep_choices
from device.table.phone_answers import follow_answer
from device.table.public_table import phase_now
from device.table.refused_wish import WishNotDone
from device.table.result_wishes import follow_result, is_of_question
from device.table.roster import evening_people
from device.table.score_wishes import follow_score_wish
from device.table.seating import move_person
from device.table.state import Table, TableStep
from device.table.tonight import first_words

WISHED_MENUS = ("main", "options", "sounds", "device")
"""Menus whose values may be wished for. What opens or does something there is left to hands."""


def follow_wish(house: House, table: Table, event: Wished) -> TableStep:
    """One that is heeded (`is_heeded`)."""
    try:
        moved, effects = _followed(house, table, event)
    except WishNotDone as refused:
        moved, effects = refused.step or (table, ())
        return moved, (*effects, *answer_wish(event, refused.word))
    return moved, (*effects, *answer_wish(event, None))


def answer_wish(event: Wished, word: Refusal | None) -> tuple[Effect, ...]:
    """To who wants an answer."""
    return (AnswerGuest(event.guest, event.number, word),) if event.number else ()


def why_unheeded(table: Table, wish: Wish) -> Refusal:
    """The word for why a wish is not heeded now: of a game it tells no more than everybody knows."""
    phase = phase_now(table)
    if phase is Phase.NIGHT:
        return Refusal.BY_NIGHT
    if phase is not Phase.HOME:
        fits_not = isinstance(wish, ResultWish) and is_of_question(table, wish)
        return Refusal.STOPPED if fits_not else Refusal.ANEW
    if not is_at_home(table):
        return Refusal.AWAY
    return Refusal.BUSY if isinstance(wish, ChoreWish) and is_root_asked(table) else Refusal.ANEW


def _followed(house: House, table: Table, event: Wished) -> TableStep:
    """Raises WishNotDone."""
    match wish := event.wish:
        case LookWish():
            return _looked_up(table)
        case LoudnessWish(loudness):
            return _loudness_turned(table, event.at, loudness)
        case PauseWish(paused):
            return halt_talk(table, event.at, halted=paused)
        case ScenarioWish() | CardWish():
            return _laid_out(house, table, wish)
        case SettingWish():
            return _set(house, table, wish)
        case NameWish() | PresenceWish() | NewcomerWish() | MoveWish():
            return _seated(house, table, wish)
        case MendWish() | StrikeWish():
            return follow_score_wish(table, wish)
        case AnswerWish() | ResultWish() | ChoreWish():
            return _done_now(table, wish, event.at)
        case MessageWish() | IdentifyWish() | HelpedWish() | DuskWish() | ReachedAt():
            return _told(house, table, wish, event.at)
        case _:
            assert_never(wish)


def _told(house: House, table: Table, wish: HallWish | DuskWish | ReachedAt, at: Seconds) -> TableStep:
    """What the table is told, and does nothing about by itself."""
    match wish:
        case ReachedAt():
            return _with_address(table, wish), ()
        case DuskWish():
            return follow_dusk(table, wish, at)
        case MessageWish() | IdentifyWish() | HelpedWish():
            return follow_hall_wish(house, table, wish, at)
        case _:
            assert_never(wish)


def _laid_out(house: House, table: Table, wish: DeckWish) -> TableStep:
    match wish:
        case ScenarioWish():
            return _chosen(house, table, wish)
        case CardWish():
            return follow_card_wish(house, table, wish)
        case _:
            assert_never(wish)


def _done_now(table: Table, wish: TimedWish, at: Seconds) -> TableStep:
    match wish:
        case AnswerWish():
            return follow_answer(table, wish, at)
        case ResultWish():
            return follow_result(table, wish, at)
        case ChoreWish(chore):
            return ask_by_phone(table, chore, at)
        case _:
            assert_never(wish)


def _loudness_turned(table: Table, at: Seconds, loudness: int) -> TableStep:
    turned = Input(at, Control.DIAL, Gesture.PRESS_TURN, loudness - heard_loudness(table))
    return turn_loudness(table, turned) if turned.steps else (table, ())


def _with_address(table: Table, wish: ReachedAt) -> Table:
    page = table.page
    if not isinstance(page, PhonePage):
        return table
    reached = replace(page, address=wish.address, print=wish.print, alone=not wish.address)
    return replace(table, page=reached)


def _looked_up(table: Table) -> TableStep:
    return (table, ()) if table.looked_up else (replace(table, looked_up=True), (LookUp(),))


def _chosen(house: House, table: Table, wish: ScenarioWish) -> TableStep:
    """Where its cards were changed, it has its own again. Raises WishNotDone."""
    game = house.games.get(wish.game)
    scenario = next((each for each in game.scenarios() if each.id == wish.scenario), None) if game else None
    setup = table.choices.setup
    if game is None or scenario is None:
        raise WishNotDone
    if (game.id, scenario.id, DeckOrigin.SCENARIO) == (table.choices.game, setup.scenario, setup.origin):
        return table, ()
    choices = choose_scenario(table.choices, game, scenario)
    chosen = replace(table, choices=choices)
    return chosen, (Remember(choices), *first_words(house, chosen))


def _set(house: House, table: Table, wish: SettingWish) -> TableStep:
    """The value is looked for among those that the dial would find now. Raises WishNotDone."""
    items = MENUS[wish.menu](house, table) if wish.menu in WISHED_MENUS else ()
    values = (value for item in items if item.line == wish.item for value in item.values)
    value = next((value for value in values if value.text == wish.value), None)
    if value is None:
        raise WishNotDone
    return (table, ()) if value.choices == table.choices else keep_choices(house, table, value.choices)


def _seated(house: House, table: Table, wish: PeopleWish) -> TableStep:
    """Not while it is unknown how the evening stands: it would be another one. Raises WishNotDone."""
    if not table.looked_up or (table.standings is None and Part.STATE in table.faults):
        raise WishNotDone(step=_looked_up(table))
    people = evening_people(table)
    if isinstance(wish, NewcomerWish):
        return _joined(house, table)
    if wish.person > len(people):
        raise WishNotDone
    match wish:
        case NameWish(number, name):
            return _named(house, table, number, tidy_name(name))
        case PresenceWish(number, presence):
            if people[number - 1].presence is presence:
                return table, ()
            if people[number - 1].out:
                raise WishNotDone(Refusal.OUT)
            return seat_anew(house, table, present_people(people, number, presence))
        case MoveWish(number, place):
            if place > len(people):
                raise WishNotDone
            return move_person(house, table, number, place) if place != number else (table, ())
        case _:
            assert_never(wish)


def _joined(house: House, table: Table) -> TableStep:
    """Raises WishNotDone."""
    everybody = tuple(person.person for person in evening_people(table))
    if len(everybody) == MOST_PEOPLE:
        raise WishNotDone
    return seat_anew(house, table, (*everybody, EveningPerson()))


def _named(house: House, table: Table, number: int, name: str) -> TableStep:
    """By a name that could be spelt at the dial; an empty one takes the name away. Raises WishNotDone."""
    people = evening_people(table)
    others = [person.name for at, person in enumerate(people, 1) if at != number]
    if word := name and name_refusal(name, others, house.words, table.choices.languages, house.answers):
        raise WishNotDone(word)
    return seat_anew(house, table, named_people(people, number, name))
