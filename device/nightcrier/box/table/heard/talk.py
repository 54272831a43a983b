"""Speaks outside of a show: the spoken menu, a question, a warning. Replaces each seat of a game by the number that its
person has in the evening. The voices get names only if everybody here has one; otherwise some people would be called by
name and others by number."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard, TypeVar, assert_never

from msgspec.structs import replace

from nightcrier.box.show.cues import Call, Gap, HeardEffect, Hush, Prepare, Say, Show, Speak, WindowOpened
from nightcrier.box.show.facts import fact_lines
from nightcrier.box.show.stages import TABLE, Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.evening.people import evening_people, people_names, seating, seats_playing
from nightcrier.kernel.ids import LineId, Seconds, person_line, seat_line
from nightcrier.kernel.people import MOST_PEOPLE, SeatedPerson

Spoken = TypeVar("Spoken", Speak, Prepare)
_PEOPLE = frozenset(map(person_line, range(1, MOST_PEOPLE + 1)))


def effect_heard(table: Table, effect: HeardEffect | WindowOpened) -> HeardEffect | WindowOpened:
    """Return the effect with each seat in its lines replaced by the number of its person, and with people's names."""
    match effect:
        case Speak():
            second = table.session is not None and table.session.asks_for_second
            return with_numbers(table, replace(effect, second=second))
        case Prepare():
            return with_numbers(table, effect)
        case _:
            return effect


def with_numbers(table: Table, effect: Spoken) -> Spoken:
    """Return the effect with each seat of the game replaced by the number of its person, and with people's names."""
    places = {seat_line(seat): seat_line(sitting.person) for seat, sitting in seating(table).items()}
    lines = tuple(places.get(line, line) for line in effect.lines)
    return replace(effect, lines=lines, names=_names(table, effect.lines))


def _names(table: Table, lines: tuple[LineId, ...]) -> Mapping[int, str]:
    """Return the names of the people whom these lines may mention, by their numbers, or no names if any of them has
    none."""
    if not _PEOPLE.isdisjoint(lines):
        names, here = people_names(table), len(evening_people(table))
    else:
        seats = _seats_spoken_of(table, lines)
        names, here = {each.person: each.name for each in seats if each.name}, len(seats)
    return names if len(names) == here else {}


def _seats_spoken_of(table: Table, lines: tuple[LineId, ...]) -> Sequence[SeatedPerson]:
    """Return the people who play. If a line mentions somebody who does not play, return everybody."""
    seats, playing = seating(table), seats_playing(table)
    beside = any(seat_line(seat) in lines for seat in seats if seat > playing)
    return [each for seat, each in seats.items() if beside or seat <= playing]


def speak(table: Table, *lines: LineId, menu: bool = False, second: bool = False) -> TableStep:
    """Interrupt what is being said, and say these lines."""
    token = table.token + 1
    said = with_numbers(table, Speak(token, lines, menu, second))
    return replace(table, token=token, caption=None), (Hush(), said)


def shown_too(step: TableStep) -> TableStep:
    """Return the step with everything that it says shown on the glass, too, for people who cannot hear."""
    table, effects = step
    return table, tuple(replace(each, shown=True) if isinstance(each, Speak) else each for each in effects)


def reads_aloud(house: House, table: Table) -> bool:
    """Say whether the box reads its pages aloud, because people want that, or because it has no working screen."""
    return table.choices.spoken_menu or not house.sees(table.faults)


def answer_aloud(house: House, table: Table, *lines: LineId) -> TableStep:
    """Answer a gesture with these lines if the box reads its pages aloud. Otherwise leave the answer to the screen."""
    return speak(table, *lines, menu=True) if lines and reads_aloud(house, table) else (table, ())


HOW_TO_MARK = LineId("ask.how-to-mark")
"""The line that explains how to choose several answers."""
HOW_TO_ANSWER, HOW_BY_DAY, HOW_TO_READ = map(LineId, ("ask.how-to-answer", "day.keys", "verdict.keys"))
HOW_TO_GO_ON, HOW_TO_SPEAK = map(LineId, ("tell.keys", "floor.keys"))
"""The lines that explain the controls: the first for a text that people read until START, the second for a speech."""


def is_paused(table: Table) -> bool:
    """Say whether the show under way is paused, so that everybody may use the controls and hear them."""
    score = table.session.score if table.session else None
    return score is not None and score.paused


def is_performing(table: Table) -> bool:
    """Say whether a show is being performed now, which waits for the end of each of its lines."""
    score = table.session.score if table.session else None
    return score is not None and not (score.paused or score.over)


def is_told_to_all(stage: Stage) -> TypeGuard[Tell]:
    """Say whether a stage shows everybody a text, with eyes open, until START. A checklist says itself what to do."""
    return isinstance(stage, Tell) and not stage.checklist and stage.who == TABLE and stage.night is None


def ask_aloud(table: Table, stage: Stage) -> tuple[Table, tuple[LineId, ...]]:
    """Return the lines with which a stage begins. The first question with several answers also explains how to mark
    them."""
    lines = question_aloud(stage)
    if not _teaches_marks(table, stage):
        return table, lines
    return replace(table, advised=table.advised | {HOW_TO_MARK}), (*lines, HOW_TO_MARK)


def _teaches_marks(table: Table, stage: Stage) -> bool:
    """Say whether this stage must explain how to choose several answers: only the first one since power-on does."""
    several = isinstance(stage, Ask) and stage.marks is not None and stage.who == TABLE and stage.night is None
    return several and HOW_TO_MARK not in table.advised


def say_again(table: Table, first: tuple[LineId, ...] = ()) -> TableStep:
    """Repeat what this stage of the game has said, or if it has said nothing, what was said last. If there are `first`
    lines, they replace what the stage has said, or come before what was said last."""
    session = table.session
    if session is None:
        return table, ()
    told = stage_told(session.stage)
    before = told or session.told
    lines = (first if told else (*first, *before)) if first else before or question_aloud(session.stage)
    if not lines:
        return table, ()
    again = replace(session, said_again=session.said_again + 1)
    return speak(replace(table, session=again), *lines, second=again.asks_for_second)


def stage_told(stage: Stage) -> tuple[LineId, ...]:
    """Return the lines that a stage says when it begins, or for a show the lines at its end. A text for the whole table
    without lines is itself read aloud."""
    match stage:
        case Perform(show):
            return _last_lines(show)
        case Tell(facts=facts, lines=(), night=None) if stage.who == TABLE:
            return tuple(line for fact in facts for line in fact_lines(fact))
        case Ask(lines=lines) | Tell(lines=lines) | Verdict(lines=lines):
            return lines
        case Count():
            return ()
        case _:
            assert_never(stage)


def question_aloud(stage: Stage) -> tuple[LineId, ...]:
    """Return the lines that are said when a stage begins. If a question to the table has no lines, the question itself
    is read aloud, unless people's eyes are shut or the question has another sound."""
    if not isinstance(stage, Ask) or stage.lines or stage.who != TABLE or stage.night or stage.signal or stage.pulse:
        return stage_told(stage)
    return fact_lines(stage.question)


_PAUSE: Seconds = 1.0
"""The shortest gap in a show that separates what is said before it from what is said after it."""


def _last_lines(show: Show) -> tuple[LineId, ...]:
    """Return the lines after the last call or long gap of a show. If there are none, return the lines before it."""
    last: tuple[LineId, ...] = ()
    parted = False
    for cue in show:
        if isinstance(cue, Say):
            last, parted = cue.lines if parted else (*last, *cue.lines), False
        parted = parted or isinstance(cue, Call) or (isinstance(cue, Gap) and cue.seconds >= _PAUSE)
    return last
