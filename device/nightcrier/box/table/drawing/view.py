"""Describes what a page shows on the screen, before any pixel is drawn: rows of text, from top to bottom."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.show.facts import Fact
from nightcrier.kernel.ids import Language


class Size(StrEnum):
    """The size of a text: small for hints, medium for lists, large for the main text (readable from a meter away), huge
    for the clock. Full is for a text alone on the screen: the largest letters that fit, doubled if that is larger, or
    else as high as possible."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"
    FULL = "full"


class Text(Struct, frozen=True, cache_hash=True):
    """A centered row of text. If it is too wide, it is drawn in the next smaller size, and then in two rows if there is
    space."""

    text: str
    size: Size = Size.MEDIUM
    inverse: bool = False
    language: Language | None = None  # where it is not that of the view
    sign: str = ""  # of the role that it names


class Pair(Struct, frozen=True, cache_hash=True):
    """A name at the start of the row, and its value at the end. In languages written from the right, the row is
    mirrored."""

    label: str
    value: str
    size: Size = Size.SMALL
    inverse: bool = False
    sign: str = ""  # of the role that it names


class Gauge(Struct, frozen=True):
    """The gauge of the loudness at the bottom of a page. `fraction` is the present loudness, and `most` the highest
    that is allowed. 1.0 is the loudest possible."""

    text: str
    fraction: float
    most: float


class KeyWords(Struct, frozen=True):
    """The words for what BACK, the dial and START do on a page, or an empty text for a control without a word. If START
    `leads_on`, its word is inverse."""

    language: Language
    back: str
    dial: str
    start: str
    leads_on: bool = True


class Chip(Struct, frozen=True):
    number: str  # of a seat
    lit: bool  # it has won
    struck: bool  # it is dead


class CallMarks(Struct, frozen=True):
    """The number of a call, from 1, among all calls, and how many of its blocks are lit. Zeros mean none. A take in the
    booth has blocks for its loudness."""

    at: int = 0
    of: int = 0
    left: int = 0
    blocks: int = 0


Row: TypeAlias = Text | Pair


class View(Struct, frozen=True):
    """The rows of a page, as many as fit on one screen. `dim` asks for low brightness at night; a view without rows is
    a dark screen. If `head` is set, the first row stays at the top, even if other rows change while the dial turns.

    `kept` are rows that stay on the glass below a caption: the answer of a press, or a running clock. The first `stays`
    rows are never dropped for large letters: a question, and the answers that only buttons give.

    `scanned` is a text for the camera of a phone, drawn as a QR code beside the rows. Otherwise the sign of the first
    row that has a sign is drawn there. A page for one seat and a page in large letters have neither.

    `hidden` is set if only one seat sees the page. All pages that are `even` have the same number of lit dots."""

    page: str
    language: Language
    rows: tuple[Row, ...] = ()
    dim: bool = False
    over: Gauge | None = None
    foot: KeyWords | None = None
    chips: tuple[Chip, ...] = ()
    marks: CallMarks | None = None  # of a call, above and below its name
    offered: str = ""  # what a switch would do now, at the foot
    hidden: "Hidden | None" = None
    head: bool = False
    even: bool = False
    kept: tuple[Text, ...] = ()
    stays: int = 0
    scanned: str = ""
    least: int = 0  # the smallest step of its letters, where people want large letters only
    turned: bool = False  # on its head
    inverse: bool = False  # all of it, as at the shout
    at_door: bool = True  # whether who is let in at the door is told its words


class Hidden(Struct, frozen=True):
    """The seats that look at the glass now, and what everybody may know about their page. Logs and records get only the
    latter."""

    public: View
    kind: str  # ask or tell
    seats: tuple[int, ...]
    facts: tuple[Fact, ...]

    def same_as(self, other: "Hidden | None") -> bool:
        """Say whether the same seat sees the same page. A bar that has moved makes no difference."""
        return other is not None and (self.kind, self.seats, self.facts) == (other.kind, other.seats, other.facts)


def view_lines(view: View) -> list[str]:
    """Return the texts of the view from top to bottom, as a record saves them."""
    found = []
    for row in view.rows:
        if isinstance(row, Text):
            found.append(row.text)
        elif isinstance(row, Pair):
            found.append(f"{row.label} {row.value}")
    keys = (view.foot.back, view.foot.dial, view.foot.start) if view.foot else ()
    at_foot = (view.over.text if view.over else view.offered,) if view.over or view.offered else keys
    return [*found, *filter(None, at_foot)]
