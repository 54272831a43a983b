"""Asks who plays, if the number of players does not match the known people: who sits out, who comes, or whether a new
evening begins. The dial goes through the answers, START or a press gives the answer shown, and BACK undoes one. A game
that waited for the answers begins after them."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input, PersonStanding
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number, person_name, place_lines
from nightcrier.box.table.core.state import Page, Table, TableStep
from nightcrier.box.table.drawing.frame import has_room
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.evening.people import (
    begin_evening_anew,
    begin_evening_with,
    evening_people,
    how_many_play,
    people_for,
    people_names,
    players_now,
    seat_anew,
)
from nightcrier.box.table.evening.scenario import choose_scenario, deck_line, scenario_for, scenario_now, with_players
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.heard.talk import speak
from nightcrier.box.table.over.yes_or_no import Question, ask_over
from nightcrier.kernel.ids import SEAT, LineId, person_line, screen_line
from nightcrier.kernel.people import MOST_PEOPLE, EveningKind, EveningPerson, Presence

FITS = LineId("who.fits")


class OtherThanPerson(StrEnum):
    """The answers other than a known person. The value is the key of the answer's words."""

    NEWCOMER = "who.newcomer"
    DECK = "who.deck"
    EVENING = "score.new"


NamedAnswer: TypeAlias = int | Literal[OtherThanPerson.NEWCOMER]
"""An answer about who sits out or comes: a person's number, or a new person."""
WhoAnswer: TypeAlias = NamedAnswer | Literal[OtherThanPerson.DECK, OtherThanPerson.EVENING]


class WhoPage(Page, frozen=True, tag="who"):
    """The page that asks who plays, if the number of players does not match the known people. `picked` are the numbers
    of the people chosen so far, 0 for a new person. `starts` means that a game waits for the answer. `anew` means that
    people have agreed to a new evening."""

    under: Page | None
    starts: bool = False
    picked: tuple[int, ...] = ()
    index: int = 0
    anew: bool = False

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        answers = who_answers(house, table, self)
        match event.control, event.gesture:
            case Control.DIAL, Gesture.TURN:
                return replace(table, page=replace(self, index=(self.index + event.steps) % len(answers))), ()
            case ((Control.START | Control.DIAL), Gesture.PRESS):
                return _answer(house, table, self, _at_dial(house, table, self))
            case Control.BACK, Gesture.PRESS if self.picked:
                return replace(table, page=replace(self, picked=self.picked[:-1], index=0)), ()
            case Control.BACK, Gesture.PRESS | Gesture.HOLD:
                return replace(table, page=self.under), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        words, language = house.words, table.choices.language
        question = Text(words.screen(language, who_question(house, table, self)), Size.MEDIUM)
        given = _at_dial(house, table, self)
        answer = Text(_label(house, table, given), Size.LARGE, inverse=True)
        missing = people_to_name(table, self)
        more = words.screen(language, "who.more", n=number(words, language, str(missing - 1)))
        counts = missing > 1 and given not in {OtherThanPerson.DECK, OtherThanPerson.EVENING}
        foot = foot_of(house, language, "who plays", *_place(house, table, self))
        shown = View("who", language, (question, answer), kept=(answer,), foot=foot)
        told = replace(shown, rows=(*shown.rows, Text(more, Size.SMALL)))
        return told if counts and has_room(told, house.screen) else shown

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        answer = _at_dial(house, table, self)
        place = place_lines(house.words, *_place(house, table, self))
        first = () if self.index or self.picked else _question_said(house, table, self)
        if isinstance(answer, OtherThanPerson):
            return (*first, screen_line(answer), *place)
        return (*first, SEAT, person_line(answer), *place)

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        return (LineId("keys.choose"),)


def _place(house: House, table: Table, page: WhoPage) -> tuple[int, int]:
    count = len(who_answers(house, table, page))
    return min(page.index, count - 1) + 1, count


def ask_who(house: House, table: Table, under: Page | None, *, starts: bool, anew: bool = False) -> TableStep:
    """Ask who plays, on the screen and aloud, because the person at the box may be looking at the others."""
    page = WhoPage(under, starts, anew=anew)
    asked = replace(table, page=page)
    first = _at_dial(house, asked, page)
    answer = (screen_line(first),) if first is OtherThanPerson.EVENING else ()
    return speak(asked, *_question_said(house, asked, page), *answer)


def _question_said(house: House, table: Table, page: WhoPage) -> tuple[LineId, ...]:
    """Return the lines that say the question. If the page only says that people are too few, the question follows."""
    asked = who_question(house, table, page)
    return screen_line(asked), *((screen_line("who.comes"),) if asked == "who.too-few" else ())


def who_question(house: House, table: Table, page: WhoPage) -> str:
    if is_over(table, page):
        return "who.over"
    if are_fewer(table, page):
        return "who.sits-out"
    return "who.too-few" if not page.picked and not _suits_deck(house, table) else "who.comes"


def who_answers(house: House, table: Table, page: WhoPage) -> tuple[WhoAnswer, ...]:
    """Return the answers: the known people first, then a new person if there is a free seat, and a new evening. Until
    the first game after power-on, the new evening comes first, because the known people may be last week's. If a long
    evening has been won, a new evening is the only answer."""
    answers = _known_answers(house, table, page)
    if table.before.play is not None or page.picked or OtherThanPerson.EVENING not in answers:
        return answers
    return (OtherThanPerson.EVENING, *(answer for answer in answers if answer is not OtherThanPerson.EVENING))


def _known_answers(house: House, table: Table, page: WhoPage) -> tuple[WhoAnswer, ...]:
    people = _people_asked(table, page)
    if is_over(table, page):
        return (OtherThanPerson.EVENING,)
    if are_fewer(table, page):
        playing = [n for n, person in enumerate(people, 1) if person.plays and n not in page.picked]
        return tuple(playing) if page.anew else (*playing, OtherThanPerson.EVENING)
    away = [n for n, person in enumerate(people, 1) if not person.plays and not person.out and n not in page.picked]
    back = [n for n in away if people[n - 1].presence is Presence.SITS_OUT]
    gone = [n for n in away if n not in back]
    unsuited = not page.picked and not _suits_deck(house, table)
    other = (OtherThanPerson.DECK,) if unsuited and scenario_for(house, table.choices, players_now(table)) else ()
    newcomer = (OtherThanPerson.NEWCOMER,) if len(people) + page.picked.count(0) < MOST_PEOPLE else ()
    return (*other, *back, *gone, *newcomer, OtherThanPerson.EVENING)


def people_to_name(table: Table, page: WhoPage) -> int:
    return abs(_how_many(table, page) - table.choices.setup.players) - len(page.picked)


def is_over(table: Table, page: WhoPage) -> bool:
    """Say whether a long evening has been won, so that a new one begins without a second question."""
    standings = table.standings
    won = standings is not None and standings.kind is EveningKind.LONG and bool(standings.champions)
    return won and not page.anew


def _suits_deck(house: House, table: Table) -> bool:
    return players_now(table) in scenario_now(house, table.choices).players


def are_fewer(table: Table, page: WhoPage) -> bool:
    return _how_many(table, page) > table.choices.setup.players


def _people_asked(table: Table, page: WhoPage) -> tuple[PersonStanding, ...]:
    """Return the people about whom the page asks. For a new evening, nobody counts as out of a tournament any more."""
    people = evening_people(table)
    return tuple(replace(person, out=False) for person in people) if page.anew else people


def _how_many(table: Table, page: WhoPage) -> int:
    return how_many_play(_people_asked(table, page))


def begin_afresh(house: House, table: Table, page: WhoPage) -> TableStep:
    """Begin a new evening, and the game that waited for the answer. If guests brought anything, the game does not
    begin, because the box first restarts without it."""
    page = replace(page, starts=page.starts and not table.choices.guests_play)
    return _begin(page, settle_anew(house, table, page))


def _agree_anew(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    """Begin a new evening at once, and the game that waited for the answer, if any."""
    if isinstance(under, WhoPage):
        return begin_afresh(house, table, under)
    begun, effects = begin_evening_anew(house, table)
    return replace(begun, page=ScoresPage(under)), effects


NEW_EVENING = Question("score.new", _agree_anew)


def _at_dial(house: House, table: Table, page: WhoPage) -> WhoAnswer:
    """Return the answer at the dial, or the last one if fewer answers are left than before."""
    answers = who_answers(house, table, page)
    return answers[min(page.index, len(answers) - 1)]


def _answer(house: House, table: Table, page: WhoPage, answer: WhoAnswer) -> TableStep:
    if answer is OtherThanPerson.DECK:
        return _other_deck(house, table)
    if answer is OtherThanPerson.EVENING:
        return begin_afresh(house, table, page) if is_over(table, page) else ask_over(table, NEW_EVENING)
    return _begin(page, settle_who(house, table, page, answer))


def _other_deck(house: House, table: Table) -> TableStep:
    """Show the home page with a deck for the number of people who play now, and say the name of the deck."""
    here = players_now(table)
    found = scenario_for(house, table.choices, here)
    if found is None:
        return replace(table, page=None), ()
    choices = choose_scenario(replace(table.choices, players=here), *found)
    told, said = speak(replace(table, choices=choices, page=None), FITS, deck_line(choices))
    return told, (Remember(choices), *said)


def _begin(page: WhoPage, settled: TableStep) -> TableStep:
    table, effects = settled
    return replace(table, starts=page.starts and not isinstance(table.page, WhoPage)), effects


def _label(house: House, table: Table, answer: WhoAnswer) -> str:
    words, language = house.words, table.choices.language
    if isinstance(answer, OtherThanPerson):
        return words.screen(language, answer)
    return person_name(words, language, answer, people_names(table).get(answer, ""))


def settle_anew(house: House, table: Table, page: WhoPage) -> TableStep:
    """Begin a new evening. If more people are here than the game has seats, first ask who sits out."""
    players = table.choices.setup.players
    people = people_for(table, players)
    if how_many_play(people) > players:
        return ask_who(house, table, page.under, starts=page.starts, anew=True)
    return _agree(table, page, people)


def _agree(table: Table, page: WhoPage, people: tuple[EveningPerson, ...]) -> TableStep:
    """Begin a new evening with these people. If a game waits, only remember the people; the evening then begins
    together with that game."""
    if page.starts:
        return replace(table, page=page.under, anew=people), ()
    agreed = with_players(table.choices, table.choices.setup.players)
    begun, effects = begin_evening_with(replace(table, choices=agreed), people)
    return replace(begun, page=page.under), (*effects, Remember(agreed))


def settle_who(house: House, table: Table, page: WhoPage, answer: NamedAnswer) -> TableStep:
    """Add one person to those chosen. If nobody is missing any more, leave the page."""
    person = 0 if answer is OtherThanPerson.NEWCOMER else answer
    named = replace(page, picked=(*page.picked, person), index=0)
    if people_to_name(table, named):
        return replace(table, page=named), ()
    people = _with_named(table, named)
    if page.anew:
        return _agree(table, page, tuple(person for person in people if person.presence is not Presence.LEFT))
    settled, effects = seat_anew(house, table, people)
    return replace(settled, page=page.under), effects


def _with_named(table: Table, page: WhoPage) -> tuple[EveningPerson, ...]:
    """Return this evening's people as answered: those chosen sit out or play again, and new people come last."""
    changed = Presence.SITS_OUT if are_fewer(table, page) else Presence.PLAYS
    people = [
        replace(each.person, presence=changed) if number in page.picked else each.person
        for number, each in enumerate(evening_people(table), 1)
    ]
    return (*people, *[EveningPerson()] * page.picked.count(0))
