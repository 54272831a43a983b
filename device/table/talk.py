"""What is said outside a show: the spoken menu, a question, a warning. And what people read while it is said: a long
text in parts, each on the screen for its share of the time."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import assert_never

from msgspec.structs import replace

from device.kernel.events import Caption
from device.kernel.ids import Language, LineId, Seconds
from device.kernel.screen import ScreenFormat
from device.show.cues import Call, Gap, Hush, Say, Show, Speak
from device.show.stages import TABLE, Ask, Count, Perform, Stage, Tell, Verdict
from device.table.drawing import measure
from device.table.heard_seats import lines_heard
from device.table.pages.names import fact_lines
from device.table.state import Table, TableStep
from device.table.view import Row, Size, Text, View


def speak(table: Table, *lines: LineId, menu: bool = False) -> TableStep:
    """Cut what is being said and say this instead."""
    token = table.token + 1
    return replace(table, token=token, caption=None), (Hush(), Speak(token, lines_heard(table, lines), menu))


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
            last, parted = (cue.line,) if parted else (*last, cue.line), False
        parted = parted or isinstance(cue, Call) or (isinstance(cue, Gap) and cue.seconds >= _PAUSE)
    return last


_GAPS = tuple(re.compile(gap) for gap in (r"\s+|(?<=[。！？，、：])", r"\s+|(?<=[。！？，、：])|\u200b"))
"""Where a text may be parted: between words, and after the signs of languages that write without gaps; where that is
not enough, at its marks too."""


def caption_part(caption: Caption, now: float, screen: ScreenFormat) -> str:
    """The part whose time it is."""
    begun = sum(moment <= now for moment in _changes(caption, screen))
    return caption_parts(caption.text, caption.language, screen)[begun]


def caption_due(caption: Caption, now: float, screen: ScreenFormat) -> float | None:
    """When the next part comes; None when the last is on the screen."""
    return next((moment for moment in _changes(caption, screen) if moment > now), None)


@lru_cache(maxsize=64)
def caption_parts(text: str, language: Language, screen: ScreenFormat, above: tuple[Row, ...] = ()) -> tuple[str, ...]:
    """As few as fit this screen in large letters, below what stands `above`."""
    found: tuple[str, ...] = (text,)

    def fits(part: str) -> bool:
        return measure(View("caption", language, (*above, Text(part, Size.LARGE))), screen).whole

    for gap in _GAPS:
        if all(map(fits, found)):
            break
        found = _filled(text, gap, fits)
    return found


def _filled(text: str, gap: re.Pattern[str], fits: Callable[[str], bool]) -> tuple[str, ...]:
    found: list[str] = []
    for piece, glue in _pieces(text, gap):
        longer = found[-1] + glue + piece if found else piece
        if found and fits(longer):
            found[-1] = longer
        else:
            found.append(piece)
    return tuple(found)


def _pieces(text: str, gap: re.Pattern[str]) -> list[tuple[str, str]]:
    """Each piece with what stood before it."""
    found, start, glue = [], 0, ""
    for between in gap.finditer(text):
        found.append((text[start : between.start()], glue))
        start, glue = between.end(), between.group()
    return [*found, (text[start:], glue)]


def _changes(caption: Caption, screen: ScreenFormat) -> list[float]:
    """When one part gives way to the next; never, where it is not known how long the text is said."""
    pieces = len(caption_parts(caption.text, caption.language, screen)) if caption.seconds > 0 else 1
    return [caption.at + caption.seconds * n / pieces for n in range(1, pieces)]
