"""Shows captions: the text of what is said, if no good voice says it, if there is no loudspeaker, or if the table wants
captions for everything. A long text is split into parts, and each is shown for a part of the time. A caption covers the
page that speaks, until the text is over or somebody presses. It never covers what a press would answer."""

import re
from collections.abc import Callable, Generator, Iterator
from functools import cache, lru_cache
from itertools import accumulate, repeat
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.events import Caption
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.frame import Stand, between_edges, measure, stands
from nightcrier.box.table.drawing.importance import main_rows
from nightcrier.box.table.drawing.ink import LEAST_STEP_OF_TEXT
from nightcrier.box.table.drawing.rows import low_picture
from nightcrier.box.table.drawing.view import Row, Size, Text, View, view_lines
from nightcrier.kernel.faults import Part
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import ScreenFormat

Rows: TypeAlias = tuple[Row, ...]


def with_caption(house: House, table: Table, view: View, above: Rows = ()) -> View:
    """Put the caption over the page, below the rows `above`. A page that one seat alone reads gets no caption. A show
    places its captions itself."""
    caption = caption_now(table)
    if caption is None or not is_covered(table, view):
        return view
    around = around_caption(view, house.screen, above)
    shown = _page_of(caption.language, caption_part(caption, table.now, *around), *around[1:])
    return replace(shown, page=view.page, dim=view.dim, foot=None if view.kept else view.foot)


def is_covered(table: Table, view: View) -> bool:
    """Say whether a caption is shown instead of this page."""
    caption = caption_now(table)
    return not (caption is None or view.hidden or is_performed(table) or _is_told(table, caption, view))


def is_cut(table: Table, view: View) -> bool:
    """Say whether the present caption is shown in parts. A secret page always says yes, so that it reveals nothing."""
    return view.hidden is not None or is_performed(table) or is_covered(table, view)


def caption_now(table: Table) -> Caption | None:
    found, coming = None, caption_read(table)
    while coming is not None and coming.at <= table.now:
        found, coming = coming, coming.then
    return found if found and found.text else None


def caption_read(table: Table) -> Caption | None:
    """Return the captions that people must read: all of them if there is no loudspeaker, if the page reads along, or if
    the table wants all; otherwise only those that no good voice says. No caption is shown before the sound before it
    has ended."""
    said, wants_all = table.caption, table.choices.captions == "always"
    if said is None or wants_all or Part.SOUND in table.faults or (table.page and table.page.reads_along):
        return said
    read = _unheard(said)
    return replace(said, text="", seconds=0.0, then=read) if read and said.heard else read


def _unheard(said: Caption | None) -> Caption | None:
    if said is None:
        return None
    then = _unheard(said.then)
    return then if said.heard else replace(said, then=then)


def around_caption(view: View, screen: ScreenFormat, above: Rows) -> tuple[ScreenFormat, Rows, Rows]:
    """Return the room for a caption over a page, and the rows that stay above and below it, in their own languages."""
    below = tuple(replace(row, language=row.language or view.language) for row in view.kept)
    return screen if below else between_edges(View("", view.language, foot=view.foot), screen), above, below


def _is_told(table: Table, caption: Caption, view: View) -> bool:
    """Say whether a page needs no caption, because it already shows the text, or because somebody is using the page."""
    called = table.session is not None and table.session.cursor.called is not None
    in_hand = table.page.is_in_hand(caption) if table.page else caption.menu or called
    return in_hand or _letters(caption.text) in _letters("".join(view_lines(view)))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def is_performed(table: Table) -> bool:
    return isinstance(table.stage, Perform) and table.page is None


def _page_of(language: Language, text: str, above: Rows, below: Rows) -> View:
    return View("caption", language, (*above, Text(text, Size.LARGE), *below), head=bool(above))


_AS_SAID = Text("", Size.LARGE)
"""The row of a caption, with which other rows are compared to find the less important ones."""
_NOT_AT_VERB = r"\s+(?!ๆ|ن?می\u200c|ن?ب?ش[هند]|نیست|\S+$)|(?<=[。！？，、：])"
GAPS = _CLAUSES, *_INSIDE = (
    r"(?<=[.!?:؟,;،؛])\s+|(?<=[。！？：，、；])|(?<=[ก-๛])\s+(?=[ก-ๅ])",
    _NOT_AT_VERB,
    _NOT_AT_VERB + r"|(?<![をにが])\u200b",
    r"\s+(?!ๆ)|(?<=[。！？，、：])|\u200b",
)
"""The patterns of the places where a text may be split: after a clause, at a word, at a mark inside a word, and if all
else is too long, anywhere at these. Only the last one splits before a Persian verb, after a Japanese object or before
the last word of a clause. Chinese, Japanese and Thai write no spaces between words. Thai ends a sentence only with a
space, but also writes spaces beside digits and other scripts. The Thai sign that repeats a word stays with that word.
The patterns are compiled while nobody uses the box."""
_ENDS = ".!?:؟。！？："


def caption_part(caption: Caption, now: float, screen: ScreenFormat, *rows: Rows) -> str:
    begun = sum(moment <= now for moment in _changes(caption, screen, *rows))
    return caption_parts(caption.text, caption.language, screen, *rows)[begun]


def caption_due(caption: Caption, now: float, screen: ScreenFormat, *rows: Rows, cut: bool = True) -> float | None:
    """Return when the caption's next part between `rows`, if it is `cut`, or the next caption is shown, or None if
    nothing follows."""
    after = caption.then
    if after is not None and after.at <= now:
        return caption_due(after, now, screen, *rows, cut=cut)
    moments = (*(_changes(caption, screen, *rows) if cut else ()), *((after.at,) if after else ()))
    return min((moment for moment in moments if moment > now), default=None)


def caption_parts(text: str, language: Language, screen: ScreenFormat, *rows: Rows) -> tuple[str, ...]:
    """Return a text in as few parts as fit on the screen in large letters between the `rows` above and below it."""
    above, below = (*rows, (), ())[:2]  # so that it is kept once, whoever asks
    return next(filter(None, cutting(text, language, screen, above, below)), (text,))


@lru_cache(maxsize=64)
def cutting(text: str, language: Language, screen: ScreenFormat, above: Rows, below: Rows) -> Iterator[tuple[str, ...]]:
    """Cut a text after sentences and clauses, one piece per step. Once its parts are known, yield them forever. Only a
    clause that is longer than a page is cut at its words. If people want only large letters, hints and titles make room
    for the text."""
    if screen.least:
        above, below = (main_rows((_AS_SAID, *rows))[1:] for rows in (above, below))

    @cache
    def fits(part: str) -> bool:
        page = _page_of(language, part, above, below)
        if (above or below) and (sure := stands(page, screen, signed=True)) is not None:
            return sure is Stand.APART
        stands_alone = low_picture(Text(part, Size.LARGE), language, screen) is not None
        if not stands_alone or not (above or below):
            return stands_alone
        measured = measure(page, screen)
        readable = all(box.level >= min(screen.least, LEAST_STEP_OF_TEXT) for box in measured.boxes)
        return measured.whole and measured.still and measured.apart and measured.signed and readable

    found = [(text, "")]
    if not fits(text):
        found = yield from _fewest(_pieces(text, _CLAUSES), fits, _words)
    yield from repeat(tuple(part for part, _ in found))


_Piece: TypeAlias = tuple[str, str]
"""A part of a text, and the gap before it."""
_Fits: TypeAlias = Callable[[str], bool]
_Cut: TypeAlias = Generator[tuple[()], None, list[_Piece]]
"""A generator that cuts a text, one piece per step, and returns its parts."""


def _words(phrase: str, glue: str, fits: _Fits) -> _Cut:
    """Cut a phrase that is longer than a page at its words, or if these are too long, at the marks inside them."""
    found = [(phrase, glue)]
    for gap in _INSIDE:
        if not all(fits(part) for part, _ in found):
            (first, _), *others = yield from _fewest(_pieces(phrase, gap), fits)
            found = [(first, glue), *others]
    return found


def _fewest(pieces: list[_Piece], fits: _Fits, cut: Callable[[str, str, _Fits], _Cut] | None = None) -> _Cut:
    """Join pieces into as few parts as fit. As many parts as possible end with a sentence, and all have about the same
    length, because a short part would disappear before anybody has read it. Checking whether pieces fit takes
    milliseconds, so the largest number is tried first, which usually fits; it is at most one more than the last number
    that fit. A piece that does not fit alone is `cut`. The pieces are joined from the last to the first."""
    best: list[tuple[int, int, int, list[_Piece]]] = [(0, 0, 0, [])]
    after, most = list[_Piece](), 0
    while pieces:
        piece, glue = pieces.pop()
        parts = list(accumulate((gap + other for other, gap in after[:most]), initial=piece))
        last = next((number for number in range(len(parts), 0, -1) if fits(parts[number - 1])), 0)
        shorter = [] if last or not cut else (yield from cut(piece, glue, fits))
        if len(shorter) > 1:
            pieces += shorter
            continue
        most = last or 1
        ways = [
            (count + 1, torn + (part[-1:] not in _ENDS), square + len(part) ** 2, [(part, glue), *rest])
            for part, (count, torn, square, rest) in zip(parts[:most], reversed(best), strict=False)
        ]
        best.append(min(reversed(ways), key=lambda way: way[:3]))
        after.insert(0, (piece, glue))
        yield ()
    return best[-1][-1]


def _pieces(text: str, gap: str) -> list[_Piece]:
    """Split a text at its gaps, and return each piece with the gap before it. A gap at the end is dropped."""
    found, start, glue = [], 0, ""
    for between in re.finditer(gap, text):
        found.append((text[start : between.start()], glue))
        start, glue = between.end(), between.group()
    return [*found, (text[start:], glue)] if start < len(text) else found


def _changes(caption: Caption, screen: ScreenFormat, *rows: Rows) -> list[float]:
    """Return the times at which each part replaces the one before it, or none if it is unknown how long the text takes
    to say."""
    parts = caption_parts(caption.text, caption.language, screen, *rows)
    if caption.seconds <= 0:
        return []
    read = list(accumulate(map(len, parts)))
    return [caption.at + caption.seconds * letters / read[-1] for letters in read[:-1]]
