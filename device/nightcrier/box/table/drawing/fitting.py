"""Chooses a size for each row of a page, so that all rows fit on the screen together. Each row is as large as possible;
or all have large letters, and hints and unchosen rows make room for the main rows."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec.structs import replace

from nightcrier.box.table.drawing.importance import fewer_rows, split_pairs
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.picture import Care, Picture, Stack, draw_row, trim_above
from nightcrier.box.table.drawing.rows import low_picture, pictures_that_fit
from nightcrier.box.table.drawing.view import Pair, Row
from nightcrier.kernel.ids import Language
from nightcrier.kernel.screen import ScreenFormat

MEMORY_PAGE = 8
"""The height in pixels of one page of the screen's memory."""
_ATTEMPTS = (
    (Care.FREE, 2, 1),
    (Care.FREE, 1, 1),
    (Care.FREE, 1, 0),
    (Care.WHOLE, 1, 0),
    (Care.WHOLE, 0, 0),
    (Care.NONE, 0, 0),
)
"""The attempts to fit all rows on the screen: what the rows may lose, and the fewest pixels between rows and above the
first row."""
HEAD_TOP, MARGIN = 1, (0, 0)
"""The rows of pixels left free above a page's first row, and the free columns at each side of rows above a foot."""


def choose_pictures(
    rows: Sequence[Row], language: Language, screen: ScreenFormat, dark: int = 0, *, close: bool = False
) -> list[Picture]:
    """Draw all rows as large as possible together, below a `dark` row of pixels at the edge if there is room for it. If
    there is not enough space, leave out the last rows. Beside a QR code, rows are packed more closely (`close`), for
    larger letters."""
    chosen = _first_settled(rows, language, screen, _ATTEMPTS[close:], dark)
    return choose_pictures(rows[:-1], language, screen, dark, close=close) if chosen is None else chosen


def choose_below(
    rows: Sequence[Row], language: Language, screen: ScreenFormat, left_by_foot: int = 0
) -> tuple[Picture, list[Picture]] | None:
    """Draw the first row, and the rows below it. Return None if these would lose some of their text."""
    head, room = choose_head(rows[0], language, screen, left_by_foot)
    below = _first_settled(rows[1:], language, room, _ATTEMPTS[:-1], 1)
    return None if below is None else (head, below)


@lru_cache(maxsize=4)
def choose_head(
    row: Row, language: Language, screen: ScreenFormat, left_by_foot: int = 0
) -> tuple[Picture, ScreenFormat]:
    """Draw the first row in less than half of the screen, or in two thirds if it is long. Return it with the room below
    it, or with no room if its text was cut. Its distance from the edge is the same in all scripts, even those with
    marks above the letters. If a long answer replaces the foot, the row stays where it would be above a foot, if
    possible."""
    edge = MARGIN if left_by_foot else ()
    above = screen.height - left_by_foot
    for most in (above * 4 // 9, above * 2 // 3, screen.height * 4 // 9, screen.height * 2 // 3):
        drawn = choose_pictures((row,), language, replace(screen, width=screen.width - 2 * len(edge), height=most), 1)
        loose = drawn[0] if drawn else Picture((), 0, cut=("",))
        if not loose.cut:
            break
    wide = replace(loose, columns=(*edge, *loose.columns, *edge))
    head = trim_above(wide)
    return head, replace(screen, height=0 if loose.cut else screen.height - HEAD_TOP - head.height - 1)


@lru_cache(maxsize=32)
def choose_large(
    rows: tuple[Row, ...], language: Language, screen: ScreenFormat, stays: int = 0, dark: int = 0
) -> tuple[tuple[Picture, ...], int] | None:
    """Draw rows in large letters, and return the pictures and how many rows were left out. The letters have the least
    size of the screen, or the next smaller size in which the main rows fit. If they fit in no size, return None."""
    usual = choose_pictures(rows, language, replace(screen, least=0), dark)
    wished = max((picture.level for picture in usual), default=0)
    steps = (replace(screen, least=least) for least in range(screen.least, SizeStep.TIGHT, -1))
    return next(filter(None, (_choose_in_step(rows, language, step, wished, stays, dark) for step in steps)), None)


def _choose_in_step(
    rows: tuple[Row, ...], language: Language, screen: ScreenFormat, wished: int, stays: int, dark: int
) -> tuple[tuple[Picture, ...], int] | None:
    """Draw rows in letters of at least the least size of the screen, and return them with the number of rows left out.
    The least important rows are left out first, until the others fit and the largest has the size `wished`."""
    best, fewer = None, tuple(fewer_rows(rows, stays))
    for kept in fewer:
        attempts = _ATTEMPTS[:-1] if kept is fewer[-1] else _ATTEMPTS[:2]  # rows at an edge are the last choice
        ways = (_first_settled(way, language, screen, attempts, dark) for way in (kept, split_pairs(kept)))
        if chosen := next(filter(None, ways), None):
            best = tuple(chosen), len(rows) - len(kept)
        if best and max(picture.level for picture in best[0]) >= wished:
            break
    return best


def _first_settled(
    rows: Sequence[Row],
    language: Language,
    screen: ScreenFormat,
    attempts: Sequence[tuple[Care, int, int]],
    dark: int = 0,
) -> list[Picture] | None:
    rooms = ((care, gap, replace(screen, height=screen.height - min(above, dark))) for care, gap, above in attempts)
    settled = (_settle(rows, language, care, gap, room) for care, gap, room in rooms)
    return next(([draw_row(row) for row in chosen] for chosen in settled if chosen is not None), None)


def _settle(rows: Sequence[Row], language: Language, care: Care, gap: int, screen: ScreenFormat) -> list[Stack] | None:
    """Give each row its preferred size. As long as the rows do not fit, shrink the tallest row that can shrink. Return
    None if they can never fit."""

    def ways_of(row: Row) -> Iterator[Stack]:
        return pictures_that_fit(row, language, screen.height + 1, care, screen)

    ways = [ways_of(row) for row in rows]
    wished = [next(way, None) for way in ways]
    chosen, known = [picture for picture in wished if picture is not None], care is Care.NONE
    while len(chosen) == len(rows):
        if stack_height(chosen, gap) <= screen.height:
            return chosen
        if not (known := known or can_stand(rows, language, screen, gap)):
            break
        if (smaller := _shrink_one(chosen, ways)) is None:
            break
        level = chosen[smaller].level
        for at in _larger_pairs(chosen, rows, smaller):
            chosen[at] = next((way for way in ways_of(rows[at]) if way.level <= level), chosen[at])
            ways[at] = ways_of(rows[at])
    return None


def can_stand(rows: Sequence[Row], language: Language, screen: ScreenFormat, gap: int) -> bool:
    """Say whether the rows fit in the smallest letters with this gap between them. If not, they can never fit."""
    low = [picture for row in rows if (picture := low_picture(row, language, screen))]
    return len(low) == len(rows) and stack_height(low, gap) <= screen.height


def _shrink_one(chosen: list[Stack], ways: Sequence[Iterator[Stack]]) -> int | None:
    """Shrink the tallest row that can shrink to its next lower height, and return its index."""
    for at in sorted(range(len(chosen)), key=lambda at: -chosen[at].height):
        lower = next((way for way in ways[at] if way.height < chosen[at].height), None)
        if lower is not None:
            chosen[at] = lower
            return at
    return None


def _larger_pairs(chosen: Sequence[Stack], rows: Sequence[Row], leader: int) -> Iterator[int]:
    """Yield the other, larger pairs of a list. If one pair shrinks, they must shrink, too."""
    row, level = rows[leader], chosen[leader].level
    for at, other in enumerate(rows):
        if isinstance(row, Pair) and isinstance(other, Pair) and other.size == row.size and chosen[at].level > level:
            yield at


def stack_height(pictures: Sequence[Stack], gap: int) -> int:
    return sum(picture.height for picture in pictures) + gap * max(0, len(pictures) - 1)
