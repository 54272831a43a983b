"""Which lines are said where a deck is played from START to its verdict: it is played, with one answer and another."""

from collections.abc import Collection, Iterator

from device.commands.answers import MOST_STAGES, some_answer
from device.kernel.ids import LineId, number_line
from device.show.answers import NONE_OF_THEM, Answer
from device.show.cues import Say
from device.show.plug import Game
from device.show.setup import Scenario, Setup
from device.show.stages import TABLE, Ask, Count, Perform, Stage, Tell, Verdict, timed_answer

_COURSES = 8
"""So often it is played: nobody dies, somebody does, a Werewolf or not."""
_FORMS = ("", ".other", ".short")
"""Any line may be drawn in its second phrasing, or chosen in its short wording."""


def lines_played(game: Game, scenarios: Collection[Scenario]) -> set[LineId]:
    """With the fewest people and with the most, who make all lines of a deck heard."""
    setups = [Setup(each.id, players) for each in scenarios for players in {min(each.players), max(each.players)}]
    heard = {line for setup in setups for course in range(_COURSES) for line in _played(game, setup, course)}
    return {LineId(f"{_numbered(line)}{form}") for line in heard for form in _FORMS}


def _numbered(line: LineId) -> LineId:
    """Who has no name is called by a number."""
    kind, _, seat = line.partition(".")
    return number_line(int(seat)) if kind == "seat" else line


def _played(game: Game, setup: Setup, course: int) -> Iterator[LineId]:
    play = game.begin(setup, 0)
    for number in range(MOST_STAGES):
        stage = play.stage()
        if stage is None:
            return
        yield from _said(stage)
        play = play.answer(timed_answer(stage, _answer(stage, number, course), 1.0))


def _answer(stage: Stage, number: int, course: int) -> Answer:
    if not isinstance(stage, Ask) or stage.who != TABLE or (stage.marks and stage.marks.least > 1):
        return some_answer(stage, number)
    value = stage.choices[(stage.start + course * number) % len(stage.choices)].value
    if stage.marks:
        return () if value == NONE_OF_THEM else (value,)
    return value


def _said(stage: Stage) -> tuple[LineId, ...]:
    match stage:
        case Perform(show):
            return tuple(line for cue in show if isinstance(cue, Say) for line in cue.lines)
        case Count():
            return (*(line for _, line in stage.warnings), *stage.explain)
        case Ask() | Tell():
            return stage.lines
        case Verdict():
            return (*stage.lines, *stage.story)
