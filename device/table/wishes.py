"""What becomes of a wish of the second program: the same that becomes of a hand's, by the same checks."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Control, Gesture, Input, Part, Wished
from device.kernel.ids import Seconds
from device.kernel.names import tidy_name
from device.kernel.people import MOST_PEOPLE, EveningPerson
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
)
from device.show.setup import DeckOrigin
from device.table.awaited_dusk import follow_dusk
from device.table.chores import ask_by_phone
from device.table.deck_wishes import follow_card_wish
from device.table.effects import LookUp, Remember
from device.table.given_names import is_taken, name_fault, other_meaning
from device.table.hall_wishes import follow_hall_wish
from device.table.house import House
from device.table.levels import heard_loudness
from device.table.loudness import turn_loudness
from device.table.other_people import named_people, present_people, seat_anew
from device.table.page_kinds import PhonePage
from device.table.pages.day import halt_talk
from device.table.pages.home import choose_scenario
from device.table.pages.listing import MENUS, keep_choices
from device.table.phone_answers import follow_answer
from device.table.result_wishes import follow_result
from device.table.roster import evening_people
from device.table.score_wishes import follow_score_wish
from device.table.seating import move_person
from device.table.state import Table, TableStep
from device.table.tonight import first_words

WISHED_MENUS = ("main", "options", "sounds", "device")
"""Menus whose values may be wished for. What opens or does something there is left to hands."""


def follow_wish(house: House, table: Table, event: Wished) -> TableStep:
    """One that is heeded (`is_heeded`)."""
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
    """Where its cards were changed, it has its own again."""
    game = house.games.get(wish.game)
    scenario = next((each for each in game.scenarios() if each.id == wish.scenario), None) if game else None
    setup = table.choices.setup
    if game is None or scenario is None:
        return table, ()
    if (game.id, scenario.id, DeckOrigin.SCENARIO) == (table.choices.game, setup.scenario, setup.origin):
        return table, ()
    choices = choose_scenario(table.choices, game, scenario)
    chosen = replace(table, choices=choices)
    return chosen, (Remember(choices), *first_words(house, chosen))


def _set(house: House, table: Table, wish: SettingWish) -> TableStep:
    """The value is looked for among those that the dial would find now."""
    items = MENUS[wish.menu](house, table) if wish.menu in WISHED_MENUS else ()
    values = (value for item in items if item.line == wish.item for value in item.values)
    value = next((value for value in values if value.text == wish.value), None)
    if value is None or value.choices == table.choices:
        return table, ()
    return keep_choices(house, table, value.choices)


def _seated(house: House, table: Table, wish: PeopleWish) -> TableStep:
    """Not while it is unknown how the evening stands: it would be another one."""
    if not table.looked_up or (table.standings is None and Part.STATE in table.faults):
        return _looked_up(table)
    people = evening_people(table)
    if isinstance(wish, NewcomerWish):
        everybody = tuple(person.person for person in people)
        return seat_anew(house, table, (*everybody, EveningPerson())) if len(people) < MOST_PEOPLE else (table, ())
    if wish.person > len(people):
        return table, ()
    match wish:
        case NameWish(number, name):
            tidy = tidy_name(name)
            fits = not tidy or _is_free(house, table, number, tidy)
            return seat_anew(house, table, named_people(people, number, tidy)) if fits else (table, ())
        case PresenceWish(number, presence):
            stays = people[number - 1].out or people[number - 1].presence is presence
            return (table, ()) if stays else seat_anew(house, table, present_people(people, number, presence))
        case MoveWish(number, place):
            moves = place != number and place <= len(people)
            return move_person(house, table, number, place) if moves else (table, ())
        case _:
            assert_never(wish)


def _is_free(house: House, table: Table, number: int, name: str) -> bool:
    """As of one that is spelt at the dial: it can be shown, is nobody else's, and means nothing else."""
    choices = table.choices
    others = [person.name for at, person in enumerate(evening_people(table), 1) if at != number]
    wrong = name_fault(name, choices.language) or other_meaning(name, house.words, choices.languages, house.answers)
    return not wrong and not is_taken(name, others)
