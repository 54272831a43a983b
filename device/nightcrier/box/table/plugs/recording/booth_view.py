"""Holds the state of a recording, and draws its view: the text of the line in large letters, the progress of the
recording, and the fault of a take. A long text is shown in parts."""

from enum import Enum, auto
from typing import ClassVar, assert_never

from msgspec.structs import replace

from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import count_lines, number, value_name
from nightcrier.box.table.core.signs import wait_view
from nightcrier.box.table.core.state import Feature, Table
from nightcrier.box.table.drawing import PageMeasure, measure
from nightcrier.box.table.drawing.view import CallMarks, Pair, Size, Text, View
from nightcrier.box.table.heard.captions import caption_parts
from nightcrier.box.table.over.yes_or_no import answer_rows
from nightcrier.kernel.booth_messages import NoBooth, Spoilt, TakeMade
from nightcrier.kernel.ids import Decibels, Language, LineId, name_line, screen_line
from nightcrier.words.catalogue import LAST_RESORT, UNHEARD, Words


class BoothMood(Enum):
    """The states of a recording. At `LICENCE` people read the licence of a voice that already exists. At `CUT` a take
    is being made into a clip."""

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
    word for the reason why nothing was recorded."""

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
        """Say whether the card refused to store a take, and the take still exists, so that it can be stored again."""
        return self.mood is BoothMood.REFUSED and self.why == Spoilt.NOT_KEPT and self.take is not None


_INSTALL = "sudo systemd/install", "--recording"
"""The command that installs the libraries for recording, split into two rows between two words."""
SPOKEN = frozenset({BoothMood.COUNTED_IN, BoothMood.SPEAKING})
"""The states in which somebody speaks, or will speak in a moment."""
FAINTEST: Decibels = -60.0
"""The loudness at which the meter begins. It ends at full scale."""
_METER = 16
"""The blocks of the meter."""


def booth_view(house: House, table: Table, booth: BoothState) -> View:
    language, word = table.choices.language, house.words.screen
    match booth.mood:
        case BoothMood.KEYS:
            return View("booth", language, answer_rows(word(language, "take.keys"), Size.SMALL))
        case BoothMood.LICENCE:
            licence = Text(licence_name(house.words, language, booth.licence), Size.LARGE)
            named = Text(word(language, "recording.licence"), Size.MEDIUM)
            return View("booth", language, (named, licence, _foot(house, language, "licence")))
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
    """Return the lines that read the page: the line to be read with its number, what to do with a take, or why nothing
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


def _foot(house: House, language: Language, of: str) -> Text:
    """Return the row that says what START does. BACK leaves, as on every page."""
    return Text(house.words.screen(language, f"take.{of}"), Size.SMALL)


def _text_view(house: House, table: Table, booth: BoothState) -> View:
    language = table.choices.language
    rows = _head(house, language, booth), _part_read(house, table, booth), _foot(house, language, "reading")
    return View("booth", language, rows, head=True)


def _speech_view(house: House, table: Table, booth: BoothState) -> View:
    """Show a meter of the loudness below the text. Explain the controls, too, if the text need not become smaller."""
    language = table.choices.language
    loud = round(_METER * max(0.0, min(1.0, 1 - booth.level_db / FAINTEST)))
    shown = View("booth", language, (_part_read(house, table, booth),), marks=CallMarks(left=loud, blocks=_METER))
    told = replace(shown, rows=(*shown.rows, _foot(house, language, "speaking")))
    plain, footed = measure(shown, house.screen), measure(told, house.screen)
    return told if footed.whole and footed.apart and footed.boxes[0].level == plain.boxes[0].level else shown


def _part_read(house: House, table: Table, booth: BoothState) -> Text:
    parts = line_parts(house, table, booth)
    return Text(parts[min(booth.part, len(parts) - 1)], Size.LARGE)


def _take_view(house: House, table: Table, booth: BoothState) -> View:
    """Ask what to do with a take, and warn if the take does not sound like its line."""
    language, word = table.choices.language, house.words.screen
    answers = word(language, "take.answers")
    if booth.take and booth.take.doubtful:
        unlike = Text(word(language, "take.unlike"), Size.LARGE)
        return View("booth", language, (unlike, *answer_rows(answers, Size.SMALL)))
    return View("booth", language, (_head(house, language, booth), *answer_rows(answers, Size.MEDIUM)), head=True)


def _refusal_view(house: House, language: Language, booth: BoothState) -> View:
    """Show why nothing was recorded, and what people can do. If rows would touch, the letters are smaller."""
    why, done = house.words.screen(language, f"take.{booth.why}"), _what_to_do(house, language, booth)
    views = [View("booth", language, (Text(why, size), *done)) for size in (Size.LARGE, Size.MEDIUM)]
    return next((view for view in views if _has_room(measure(view, house.screen))), views[0])


def _has_room(measured: PageMeasure) -> bool:
    return measured.whole and measured.apart and measured.boxes[0].top > 0


def _what_to_do(house: House, language: Language, booth: BoothState) -> tuple[Text, ...]:
    match booth.why:
        case NoBooth.LIBRARIES:
            return tuple(Text(part, Size.SMALL, language=LAST_RESORT) for part in _INSTALL)
        case NoBooth.NO_LINES:
            return ()
        case NoBooth.FAILED:
            return (_foot(house, language, "again.open"),)
    return (_foot(house, language, "again.keep" if booth.keeps_again else "again"),)


def _head(house: House, language: Language, booth: BoothState) -> Pair:
    line, _ = booth.lines[booth.index]
    kept = house.words.screen(language, "take.kept") if line in booth.kept else ""
    return Pair(number(house.words, language, f"{booth.index + 1}/{len(booth.lines)}"), kept)


def line_parts(house: House, table: Table, booth: BoothState) -> tuple[str, ...]:
    """Split the line into parts, as large as the glass allows. While somebody speaks a part is larger, because the row
    at the bottom is not shown."""
    language = table.choices.language
    text = _line_text(house, language, *booth.lines[booth.index])
    above = (_head(house, language, replace(booth, kept=frozenset())),)
    below = () if booth.mood in SPOKEN else (_foot(house, language, "reading"),)
    return caption_parts(text, language, house.screen, above, below)


def _line_text(house: House, language: Language, line: LineId, spoken: str) -> str:
    """Return the line as people read it, with the marks at which a row may break, if these marks are known."""
    found = house.words.line(language, line)
    return found.text if found and found.text.translate(UNHEARD) == spoken else spoken


_PRINTED = {"CC0-1.0": "CC0 1.0", "CC-BY-4.0": "CC BY 4.0", "CC-BY-SA-4.0": "CC BY-SA 4.0"}


def licence_name(words: Words, language: Language, licence: str) -> str:
    """Return the name of a licence. The names are the same in all languages; only "no licence" is translated."""
    return _PRINTED.get(licence) or value_name(words, language, "recording.licence", licence)
