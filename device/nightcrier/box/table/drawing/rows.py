"""Draws the rows of a view as pictures: text that is broken into lines, pairs and rules."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, chain, pairwise

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.table.drawing.ink import RIGHT_TO_LEFT, Ink, SizeStep, families, ink, letters, pen_advance
from nightcrier.box.table.drawing.picture import Care, PlacedInk, Stack, Way, ladder, lowest_ways, stack_lines
from nightcrier.box.table.drawing.shaping import BREAK_HERE, SOFT_HYPHEN, THAI_LETTERS, clusters, join_syllables
from nightcrier.box.table.drawing.view import Pair, Row, Text
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import ScreenFormat

NEVER_FIRST = frozenset("、。，．・：；？！）」』】〉》〕…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々%％")
NEVER_LAST = frozenset("（「『【〈《〔«")
HELD = frozenset(":;?!»%ๆ")
"""The signs that stay with the word before them: those after a space in French, and the Thai sign of repetition."""
LISTED = ", "
"""The sign between the names or numbers in a list. A list is broken after this sign, never inside a name."""
BESIDE_ITS_NUMBER = "\u00a0"
"""The space between a number and the name that belongs to it."""
BETWEEN_HINTS = "·"
"""The dot between two hints. It never begins a line, and it is dropped at the end of a line."""
_SPACES = re.compile(r"[ \t\n]+")
"""The spaces where a line may break. Spaces that keep words together are not included."""
_NUMBERED = re.compile(r"(?<=[^\s\d·,،.:]) (?=\d+(?: ?·|[,،.:]|$))")
"""Matches the space between a word and a number that belongs to it, unless the number counts what comes after it."""
BREAK_AFTER = frozenset("-‐–—/、。，；：！？")
_STOPS = frozenset("、。，．：；")
"""The punctuation marks whose square is mostly empty. At the end of a line, this space is not needed."""
AT_A_SPACE, BETWEEN_HAN, WITH_A_HYPHEN, INSIDE_A_WORD = 20**2, 45**2, 64**2, 128**2
"""The costs of a break, on the same scale as the squares of the pixels that it leaves free. A break after a punctuation
mark or before a bracket is free. Thai and Han scripts do not separate words, so their texts are broken at special
marks, or anywhere if a text has none."""
INSIDE_A_HINT = 128**2
"""The additional cost of a break inside a hint, if a text has several hints."""


_SEAMS = {" ": (" ", "", AT_A_SPACE), SOFT_HYPHEN: ("", "-", WITH_A_HYPHEN), BREAK_HERE: (BREAK_HERE, "", AT_A_SPACE)}
"""The characters that allow a break, each with its text if the line is not broken there, its text at the end of a
broken line, and the cost of the break."""


class TextPiece(Struct, frozen=True, gc=False):
    """A part of a text that is never broken. If the line continues, `space` follows, and if it is broken, `end`. `cost`
    is the cost of that break."""

    text: str
    space: str = ""
    end: str = ""
    cost: int = 0


@lru_cache(maxsize=32)
def wrap(text: str, language: Language, level: SizeStep, lines: int, width: int) -> tuple[str, ...] | None:
    """Break a text into exactly `lines` lines of at most `width`, as equal as possible. Return None if it does not
    fit."""
    parts = pieces(text, level is SizeStep.TIGHT)
    measured = _measure_pieces(text, language, level) if len(parts) >= lines else None
    if measured is None or _least_lines(measured, width, lines) > lines:
        return None
    starts, ends = measured.starts, measured.ends
    known: dict[tuple[int, int], tuple[int, tuple[int, ...]] | None] = {}

    def best(first: int, left: int) -> tuple[int, tuple[int, ...]] | None:
        """Return the cheapest ends of lines from the piece `first` on, with their cost, or None if they do not fit."""
        if (first, left) in known:
            return known[first, left]
        found: tuple[int, tuple[int, ...]] | None = None
        rest_fits = bisect_left(starts, starts[-1] - (left - 1) * (width + measured.most_spare))
        last = min(len(parts) - left + 1, bisect_right(ends, width + starts[first]))
        for end in range(last, max(first, rest_fits - 1), -1):
            free = width + starts[first] - ends[end - 1]
            if found is not None and free * free > found[0]:
                break
            rest = best(end, left - 1) if left > 1 else (0, ())
            cost = free * free + (parts[end - 1].cost if left > 1 else 0)
            if rest is not None and (found is None or cost + rest[0] <= found[0]):
                found = (cost + rest[0], (end, *rest[1]))
        known[first, left] = found
        return found

    return _lines(parts, way[1]) if (way := best(0, lines)) else None


def _least_lines(measured: "_Measured", width: int, most: int) -> int:
    """Return how many lines these pieces need if each is as full as possible. Stop counting above `most`."""
    found, first = 0, 0
    while first < len(measured.ends) and found <= most:
        last = bisect_right(measured.ends, width + measured.starts[first], first)
        found, first = found + 1 if last > first else most + 1, last
    return found


class _Measured(Struct, frozen=True):
    """The positions where the pieces of a text begin and end if all are in one line. An end includes a hyphen, but no
    space or empty columns at the end of a line."""

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    most_spare: int


@lru_cache(maxsize=16)
def _measure_pieces(text: str, language: Language, level: SizeStep) -> _Measured | None:
    parts = pieces(text, level is SizeStep.TIGHT)
    found = [pen_advance(part.text, language, level) for part in parts]
    widths = [width for width in found if width is not None]
    if len(widths) < len(parts):
        return None
    spare = [_spare(part.text, language, level) if part.text[-1:] in _STOPS else 0 for part in parts]
    space, hyphen = [shown.advance if (shown := letters(language, level)[sign]) else 0 for sign in " -"]
    steps = [width + (space if part.space == " " else 0) for width, part in zip(widths, parts, strict=True)]
    starts = tuple(accumulate(steps, initial=0))
    ends = [
        start + width - less + (hyphen if part.end else 0)
        for start, width, less, part in zip(starts, widths, spare, parts, strict=False)
    ]
    return _Measured(starts, tuple(ends), max(spare, default=0) + space)


_RUNS = re.compile(r"(?s)(?:[^\W\d_]|[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e])+|.")
"""Matches a run of letters without a break between them, with Thai marks, or any other single sign."""
_BETWEEN_CLAUSES = re.compile(r"(?<=[.!?:;,؟،؛ก-๎]) (?=[^\W\d_ๆ])")
"""Matches a space where a text may always be broken, whatever surrounds it."""
_HAN = "\u2e80"
"""The first Han character. Han text may be broken anywhere."""


@lru_cache(maxsize=128)
def pieces(text: str, anywhere: bool = False) -> tuple[TextPiece, ...]:
    """Split a text wherever it may be broken. If there are no smaller letters to try, `anywhere` also allows breaks in
    a Thai text without marks, and between a name and its number. The pieces are cached, because a page is drawn every
    second, mostly with the same texts."""
    if anywhere and BESIDE_ITS_NUMBER not in text and THAI_LETTERS.isdisjoint(text):
        return pieces(text)
    marked = BREAK_HERE in text or LISTED in text or (BESIDE_ITS_NUMBER in text and not anywhere)
    inside = INSIDE_A_HINT if BETWEEN_HINTS in text else 0
    plain = _SPACES.sub(" ", text.strip())
    if max(plain, default="") >= _HAN or (anywhere and not marked):
        return _cut(plain, marked, anywhere, inside, joined=True)
    *others, last = [_cut(clause, marked, anywhere, inside) for clause in _BETWEEN_CLAUSES.split(plain)]
    seam = {"space": " ", "cost": AT_A_SPACE + inside}
    return (*chain.from_iterable((*found[:-1], replace(found[-1], **seam)) for found in others), *last)


@lru_cache(maxsize=96)  # a text is tried with more and fewer of the same clauses
def _cut(plain: str, marked: bool, anywhere: bool, inside: int, *, joined: bool = False) -> tuple[TextPiece, ...]:
    """Split a clause, into syllables if they are `joined`. Each break costs `inside` more."""
    found: list[TextPiece] = []
    now = ""
    held = {space.start() for space in _NUMBERED.finditer(plain)}
    parts = join_syllables(clusters(plain)) if joined else _RUNS.findall(plain)
    starts = accumulate(map(len, parts), initial=0)
    for start, (part, following) in zip(starts, pairwise([*parts, ""]), strict=False):
        if part in _SEAMS and following != BETWEEN_HINTS and start not in held and not _holds(now, part, following):
            space, end, cost = _SEAMS[part]
            found.append(TextPiece(now, space, end, 0 if now.endswith(BETWEEN_HINTS) else cost + inside))
            now = ""
            continue
        now += part
        if (between := _break_between(part, following, marked, anywhere)) is not None:
            found.append(TextPiece(now, cost=between + inside))
            now = ""
    return (*found, TextPiece(now)) if now else tuple(found)


def _break_between(part: str, following: str, marked: bool, anywhere: bool) -> int | None:
    if not following or part in _SEAMS or following in _SEAMS or _counts(part, "", following):
        return None
    if following[0] not in NEVER_FIRST and (part[-1] in BREAK_AFTER or following[0] in NEVER_LAST):
        return 0
    if marked or following[0] in NEVER_FIRST or part[-1] in NEVER_LAST:
        return None
    if _han(part) or _han(following):
        return BETWEEN_HAN
    return INSIDE_A_WORD if anywhere and THAI_LETTERS.issuperset((part[0], following[0])) else None


def _holds(before: str, between: str, following: str) -> bool:
    """Say whether a space must not be broken: between a sign and its word, or between a number and what it counts."""
    return following[:1] in HELD or before[-1:] in NEVER_LAST or _counts(before, between, following)


def _counts(before: str, between: str, following: str) -> bool:
    """Say whether two neighbors are a number and what it counts, as in 3人 or 3 Spieler, which must stay together."""
    if between == BREAK_HERE or not before[-1:].isdecimal() or not following:
        return False
    return _han(following) or (between == " " and following[0].isalpha())


def _spare(text: str, language: Language, level: SizeStep) -> int:
    """Return the number of empty columns after a punctuation mark at the end of a text."""
    stop = letters(language, level)[text[-1]]
    return stop.advance - stop.left - stop.width if stop else 0


def _han(part: str) -> bool:
    return "han" in families(Language(""), part[-1])[0]


def _lines(parts: tuple[TextPiece, ...], ends: tuple[int, ...]) -> tuple[str, ...]:
    found = list[str]()
    for start, end in zip((0, *ends[:-1]), ends, strict=True):
        last = parts[end - 1]
        shown = last.text.rstrip(f" {BETWEEN_HINTS}") + last.end if end < len(parts) else last.text
        found.append("".join(part.text + part.space for part in parts[start : end - 1]) + shown)
    return tuple(found)


ROW_EDGE = 2
"""The free columns at both ends of an inverse row or a pair."""
_TEXT_EDGE = 1
"""The free columns at both ends of a text that is not inverse."""
_BETWEEN = 6
"""The fewest columns between a label and its value."""
_WORD = 16
"""The most letters of a text that is not measured first, and more columns than are free at both ends of a line."""
_ELLIPSIS = "…"
PARTS, OF_ANY, OF_THAI = 30, (30, 36, 30, 25, 24, 20, 18, 20), (30, 30, 23, 20, 18, 16, 15, 20)
"""The least width, in thirtieths of a line, that a text filling one line has in tight letters: one value for each size
of letters, in any script and in Thai."""
_THAI_TEXT = THAI_LETTERS | {" ", BREAK_HERE}


@lru_cache(maxsize=96)
def row_picture(row: Row, language: Language, way: Way, width: int) -> Stack | None:
    if isinstance(row, Text):
        return _text(row, row.language or language, way, width)
    return _pair(row, language, way, width)


def _text(row: Text, language: Language, way: Way, width: int) -> Stack | None:
    if way.doubled:
        single = _text(row, language, replace(way, doubled=0), width // way.doubled)
        return replace(single, doubled=way.doubled, height=2 * single.height) if single else None
    room = width - 2 * (ROW_EDGE if row.inverse else _TEXT_EDGE)
    wide = room if row.inverse else width  # the pen ends behind the last dot
    texts = (_shorten(row.text, language, way.level, room),) if way.cut else _broken(row.text, language, way, wide)
    if (inks := _inks(texts, language, way.level, room)) is None:
        return None
    lines = [PlacedInk(line, (width - line.width) // 2, number) for number, line in enumerate(inks)]
    return stack_lines(lines, language, way, row.inverse, (row.text,) if way.cut else (), width)


def _broken(text: str, language: Language, way: Way, width: int) -> tuple[str, ...] | None:
    level = SizeStep.TIGHT if len(text) > 2 * _WORD else way.level  # no letters are narrower
    if len(text) > _WORD and (way.lines == 1 or level is not way.level):
        measured, room = _measure_pieces(text, language, level), width + _WORD * (way.lines == 1)
        if level is not way.level:
            room = room * (OF_THAI if _THAI_TEXT.issuperset(text) else OF_ANY)[way.level] // PARTS
        if measured and _least_lines(measured, room, way.lines) > way.lines:
            return None
    return (text,) if way.lines == 1 else wrap(text, language, way.level, way.lines, width)


def _inks(texts: tuple[str, ...] | None, language: Language, level: SizeStep, width: int) -> list[Ink] | None:
    found = list[Ink]()
    for text in texts or ():
        line = ink(text, language, level)
        if line is None or line.width > width:
            return None
        found.append(line)
    return found or None


def _pair(row: Pair, language: Language, way: Way, width: int) -> Stack | None:
    """Draw a pair in one line, or in two with the value on the lower one, at the other end. If the label is too wide
    for a line, it is broken. Return None if the pair does not fit."""
    if way.lines > 2:
        return None
    inside = width - 2 * ROW_EDGE
    value = ink(_shorten(row.value, language, way.level, inside // 2) if way.cut else row.value, language, way.level)
    if value is None or value.width > inside:
        return None
    beside = inside - (value.width + _BETWEEN if value.width else 0)
    room = beside if way.lines == 1 else inside
    text = _shorten(row.label, language, way.level, room) if way.cut else row.label
    labels = _inks((text,), language, way.level, room)
    if labels is None and way.lines == 2:
        labels = _inks(wrap(text, language, way.level, 2, beside), language, way.level, beside)
    if labels is None:
        return None
    sides = [PlacedInk(label, ROW_EDGE, number) for number, label in enumerate(labels)]
    sides.append(PlacedInk(value, width - ROW_EDGE - value.width, way.lines - 1))
    if language in RIGHT_TO_LEFT:
        sides = [side.mirror(width) for side in sides]
    return stack_lines(sides, language, way, row.inverse, (row.label,) if way.cut else (), width)


def _shorten(text: str, language: Language, level: SizeStep, width: int) -> str:
    """Return as many whole clusters of a text as fit, followed by an ellipsis."""
    parts = clusters(text)

    def kept(end: int) -> str:
        return "".join(parts[:end]).rstrip() + (_ELLIPSIS if end < len(parts) else "")

    def width_of(end: int) -> int:
        return line.width if (line := ink(kept(end), language, level)) else 0

    if width_of(len(parts)) <= width:  # often narrower than itself with an ellipsis for its last letter
        return kept(len(parts))
    most = bisect_right(range(1, len(parts)), width, key=width_of)
    return kept(most) if most else ""


def pictures_that_fit(row: Row, language: Language, below: int, care: Care, screen: ScreenFormat) -> Iterator[Stack]:
    """Draw a row in all ways that fit the width and are lower than `below`, best first. More lines than necessary in
    letters of one size are not tried, because they would only be higher. A clock that fits is always huge."""
    needed, failed = dict[SizeStep, int](), (SizeStep.TIGHT, 0)
    low = low_picture(row, language, screen) if isinstance(row, Text) and len(row.text) > 2 * _WORD else None
    least = len(low.baselines) if low else 0
    fair = range(least, (below * least - 1) // low.height + 1) if low else range(5)  # larger letters are higher
    for way in ladder(row.size, screen.least, care):
        tried, more = (way.level, way.lines), way.lines > needed.get(way.level, way.lines)
        in_vain = more or tried == failed or (way.level > SizeStep.SMALL and way.lines not in fair)
        drawn = None if in_vain else row_picture(row, language, way, screen.width)
        if drawn is None:
            failed = tried  # a tight row is as wide as a loose one
        else:
            needed[way.level] = way.lines
            if drawn.height < below:
                yield drawn
            if drawn.level is SizeStep.HUGE:
                return


@lru_cache(maxsize=48)  # a text is cut for its page, and again as it is read along
def low_picture(row: Row, language: Language, screen: ScreenFormat) -> Stack | None:
    """Draw a row without loss in the smallest letters and as few lines as possible, which is mostly the lowest way.
    Return None if even this is too wide or too high for the screen; then larger letters or more lines would be, too."""
    ways = lowest_ways(row.size, screen.least)
    lowest = next((picture for way in ways if (picture := row_picture(row, language, way, screen.width))), None)
    return lowest if lowest and lowest.height <= screen.height else None
