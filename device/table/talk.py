"""What is said outside a show: the spoken menu, a question, a warning."""

from typing import assert_never

from msgspec.structs import replace

from device.kernel.ids import LineId, Seconds
from device.show.cues import Call, Gap, Hush, Say, Show, Speak
from device.show.stages import TABLE, Ask, Count, Perform, Stage, Tell, Verdict
from device.table.heard_seats import with_numbers
from device.table.pages.names import fact_lines
from device.table.state import Table, TableStep


def speak(table: Table, *lines: LineId, menu: bool = False) -> TableStep:
    """Cut what is being said and say this instead."""
    token = table.token + 1
    said = with_numbers(table, Speak(token, lines, menu))
    return replace(table, token=token, caption=None), (Hush(), said)


HOW_TO_MARK = LineId("ask.how-to-mark")
"""Where several may be marked."""


def ask_aloud(table: Table, stage: Stage) -> tuple[Table, tuple[LineId, ...]]:
    """What is said as a stage comes up; the first time, how several are marked, too."""
    if table.choices.spoken_menu:
        return table, stage_told(stage)
    lines = asked_aloud(stage)
    if not _teaches_marks(table, stage):
        return table, lines
    return replace(table, advised=table.advised | {HOW_TO_MARK}), (*lines, HOW_TO_MARK)


def _teaches_marks(table: Table, stage: Stage) -> bool:
    """Whether people hear now, for the first time since the box was switched on, that a press marks."""
    several = isinstance(stage, Ask) and stage.marks is not None and stage.who == TABLE and stage.night is None
    return several and HOW_TO_MARK not in table.advised


def say_again(table: Table) -> TableStep:
    """What this stage of the game has told; where it has told nothing, what was told last."""
    session = table.session
    lines = (stage_told(session.stage) or session.told or asked_aloud(session.stage)) if session else ()
    return speak(table, *lines) if lines else (table, ())


def stage_told(stage: Stage) -> tuple[LineId, ...]:
    """What a stage says when it comes up; of a show what it said last."""
    match stage:
        case Perform(show):
            return _said_last(show)
        case Ask(lines=lines) | Tell(lines=lines) | Verdict(lines=lines):
            return lines
        case Count():
            return ()
        case _:
            assert_never(stage)


def asked_aloud(stage: Stage) -> tuple[LineId, ...]:
    """What is said as a stage comes up. A question to the table that has no lines of its own is read out; where eyes
    are shut, or something else sounds with it, nothing is."""
    if not isinstance(stage, Ask) or stage.lines or stage.who != TABLE or stage.night or stage.signal or stage.pulse:
        return stage_told(stage)
    return fact_lines(stage.question)


_PAUSE: Seconds = 1.0
"""A gap from which on what is said before and after it are two things."""


def _said_last(show: Show) -> tuple[LineId, ...]:
    """The lines since the last call or pause; those before, where none came after it."""
    last: tuple[LineId, ...] = ()
    parted = False
    for cue in show:
        if isinstance(cue, Say):
            last, parted = cue.lines if parted else (*last, *cue.lines), False
        parted = parted or isinstance(cue, Call) or (isinstance(cue, Gap) and cue.seconds >= _PAUSE)
    return last
