"""Contains the state of a recording, and draws its view: the text of the line in large letters, the progress of the
recording, and what is wrong with a take. A long text is shown in parts."""

import re
from enum import Enum, auto
from typing import ClassVar, assert_never

from msgspec.structs import replace

from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import count_lines, number, value_name
from nightcrier.box.table.core.signs import wait_view
from nightcrier.box.table.core.state import Feature, Table
from nightcrier.box.table.drawing.frame import between_edges
from nightcrier.box.table.drawing.view import CallMarks, KeyWords, Size, Text, View
from nightcrier.box.table.heard.captions import caption_parts
from nightcrier.kernel.booth_messages import NoBooth, Spoilt, TakeMade
from nightcrier.kernel.ids import Decibels, Language, LineId, name_line, screen_line
from nightcrier.words.catalogue import LAST_RESORT, UNHEARD, Words


class BoothMood(Enum):
    """The states of a recording. At `LICENCE`, people read the license of an existing voice. At `CUT`, a take is made
    into a clip."""

    KEYS = auto()
    LICENCE = auto()
    READING = auto()
    COUNTED_IN = auto()
    SPEAKING = auto()
    CUT = auto()
    HEARING = auto()
    REFUSED = auto()
    CLOSED = auto()


class BoothState(Feature, frozen=True):
    """The state of recording at the box: the lines, the present line and its `part`, and the last take. `why` is the
    word for why nothing was recorded."""

    mood: BoothMood = BoothMood.KEYS
    lines: tuple[tuple[LineId, str], ...] = ()
    index: int = 0
    part: int = 0
    kept: frozenset[LineId] = frozenset()
    count: int = 0
    level_db: Decibels = 0.0
    take: TakeMade | None = None
    why: str = ""
    told: bool = False  # the box has said what can be done with the take
    licence: str = ""  # of the voice, where it is another than stood in the menu
    keeps_on: ClassVar[bool] = True

    @property
    def keeps_again(self) -> bool:
        """True if the card refused to save a take that still exists, so that saving can be tried again."""
        return self.mood is BoothMood.REFUSED and self.why == Spoilt.NOT_KEPT and self.take is not None


_INSTALL = "sudo systemd/install", "--recording"
"""The command that installs the libraries for recording, split into two rows."""
SPOKEN = frozenset({BoothMood.COUNTED_IN, BoothMood.SPEAKING})
"""The states in which somebody speaks, or will speak in a moment."""
FAINTEST: Decibels = -60.0
"""The loudness at which the meter begins; it ends at full scale."""
_ONE_KEY, _METER = re.compile(r"[^·\s][^·]*[^·\s]"), 16
"""Matches the words for one key, in a text with dots between keys; and the number of the meter's blocks."""


def booth_view(house: House, table: Table, booth: BoothState) -> View:
    language, word = table.choices.language, house.words.screen
    match booth.mood:
        case BoothMood.KEYS:
            keys = _ONE_KEY.findall(word(language, "take.keys"))
            rows = tuple(Text(key, Size.SMALL) for key in keys)
            return View("booth", language, rows, foot=_foot(house, language, "key.on"))
        case BoothMood.LICENCE:
            licence = Text(licence_name(house.words, language, booth.licence), Size.LARGE)
            named = Text(word(language, "recording.licence"), Size.MEDIUM)
            return View("booth", language, (named, licence), foot=_foot(house, language, "key.on"))
        case BoothMood.READING if booth.lines:
            return _text_view(house, table, booth)
        case BoothMood.SPEAKING if booth.lines:
            return _speech_view(house, table, booth)
        case BoothMood.COUNTED_IN:
            count = Text(number(house.words, language, str(booth.count or "")), Size.HUGE)
            return View("booth", language, (count, Text(word(language, "take.quiet"), Size.MEDIUM)))
        case BoothMood.HEARING:
            return _take_view(house, table, booth)
        case BoothMood.REFUSED | BoothMood.CLOSED:
            return _refusal_view(house, language, booth)
        case BoothMood.READING | BoothMood.SPEAKING | BoothMood.CUT:
            waits = "take.working" if booth.lines else "take.opening"
            return wait_view(house, table, "booth", waits)
        case _:
            assert_never(booth.mood)


def booth_lines(booth: BoothState) -> tuple[LineId, ...]:
    """Return the lines that say the page: the line to be read with its number, what to do with a take, or why nothing
    was recorded. While the microphone is open, nothing is said."""
    match booth.mood:
        case BoothMood.LICENCE:
            named = () if booth.licence == "own" else (name_line(_PRINTED.get(booth.licence, booth.licence)),)
            return screen_line("recording.licence"), *named, screen_line("take.licence")
        case BoothMood.READING if booth.lines:
            line, _ = booth.lines[booth.index]
            return *count_lines(booth.index + 1), line
        case BoothMood.HEARING:
            unlike = ("take.unlike",) if booth.take and booth.take.doubtful else ()
            return tuple(map(screen_line, (*unlike, "take.answers")))
        case BoothMood.REFUSED | BoothMood.CLOSED:
            return screen_line(f"take.{booth.why}"), *_advice_lines(booth)
        case BoothMood.KEYS | BoothMood.READING | BoothMood.COUNTED_IN | BoothMood.SPEAKING | BoothMood.CUT:
            return ()
        case _:
            assert_never(booth.mood)


def _advice_lines(booth: BoothState) -> tuple[LineId, ...]:
    match booth.why:
        case NoBooth.LIBRARIES:
            return (name_line(" ".join(_INSTALL)),)
        case NoBooth.NO_LINES:
            return ()
        case NoBooth.FAILED:
            return (screen_line("take.again.open"),)
    return (screen_line("take.again.keep" if booth.keeps_again else "take.again"),)


def _foot(house: House, language: Language, start: str) -> KeyWords:
    """Return the foot of a page on which BACK leaves, and START does what this word says."""
    return replace(foot_of(house, language, "recording"), dial="", start=house.words.screen(language, start))


def _text_view(house: House, table: Table, booth: BoothState, page: str = "recording") -> View:
    language = table.choices.language
    foot = foot_of(house, language, page, booth.index + 1, len(booth.lines))
    return View("booth", language, (*_head(house, language, booth), _part_read(house, table, booth)), foot=foot)


def _speech_view(house: House, table: Table, booth: BoothState) -> View:
    loud = round(_METER * max(0.0, min(1.0, 1 - booth.level_db / FAINTEST)))
    meter, foot = CallMarks(left=loud, blocks=_METER), foot_of(house, table.choices.language, "a take")
    return View("booth", foot.language, (_part_read(house, table, booth),), marks=meter, foot=foot)


def _part_read(house: House, table: Table, booth: BoothState) -> Text:
    parts = line_parts(house, table, booth)
    return Text(parts[min(booth.part, len(parts) - 1)], Size.LARGE)


def _take_view(house: House, table: Table, booth: BoothState) -> View:
    """Show the line that was spoken, or warn that the take does not sound like it."""
    shown = _text_view(house, table, booth, "a take that was made")
    if not (booth.take and booth.take.doubtful):
        return shown
    return replace(shown, rows=(Text(house.words.screen(shown.language, "take.unlike"), Size.LARGE),))


def _refusal_view(house: House, language: Language, booth: BoothState) -> View:
    why = Text(house.words.screen(language, f"take.{booth.why}"), Size.LARGE)
    foot = _foot(house, language, "key.keep" if booth.keeps_again else "key.again")
    match booth.why:
        case NoBooth.LIBRARIES:  # the command takes the place of the keys
            command = (Text(part, Size.SMALL, language=LAST_RESORT) for part in _INSTALL)
            return View("booth", language, (replace(why, size=Size.MEDIUM), *command))
        case NoBooth.NO_LINES:
            return View("booth", language, (why,), foot=replace(foot, start=""))
    return View("booth", language, (why,), foot=foot)


def _head(house: House, language: Language, booth: BoothState) -> tuple[Text, ...]:
    line, _ = booth.lines[booth.index]
    return (Text(house.words.screen(language, "take.kept"), Size.SMALL),) if line in booth.kept else ()


def line_parts(house: House, table: Table, booth: BoothState) -> tuple[str, ...]:
    language = table.choices.language
    meter = CallMarks(blocks=_METER) if booth.mood in SPOKEN else None
    page = View("", language, foot=foot_of(house, language, "recording"), marks=meter)
    text, above = _line_text(house, language, *booth.lines[booth.index]), () if meter else _head(house, language, booth)
    return caption_parts(text, language, between_edges(page, house.screen), above)


def _line_text(house: House, language: Language, line: LineId, spoken: str) -> str:
    """Return the line as people read it, with the marks where a row may break if these are known."""
    found = house.words.line(language, line)
    return found.text if found and found.text.translate(UNHEARD) == spoken else spoken


_PRINTED = {"CC0-1.0": "CC0 1.0", "CC-BY-4.0": "CC BY 4.0", "CC-BY-SA-4.0": "CC BY-SA 4.0"}


def licence_name(words: Words, language: Language, licence: str) -> str:
    """Return the name of a license, which is the same in all languages, except that "no license" is translated."""
    return _PRINTED.get(licence) or value_name(words, language, "recording.licence", licence)
