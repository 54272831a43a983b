"""Describes what a page wants on the screen before any pixel is drawn: rows of text and bars, from top to bottom."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.show.facts import Fact
from nightcrier.kernel.ids import Language


class Size(StrEnum):
    """The size of a text: small for hints, medium for lists, large for the main thing (readable from a metre), huge for
    the clock. A text that stands alone is full: the largest letters that fit, in as many lines as they need."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"
    HUGE = "huge"
    FULL = "full"


class Text(Struct, frozen=True):
    """A centred row of text. A text that is too wide takes the next smaller size, then two rows where there is room."""

    text: str
    size: Size = Size.MEDIUM
    inverse: bool = False
    language: Language | None = None  # where it is not that of the view


class Pair(Struct, frozen=True):
    """A name at the start of the row and its value at the end; in right-to-left languages the row is mirrored."""

    label: str
    value: str
    size: Size = Size.SMALL
    inverse: bool = False


class Bar(Struct, frozen=True):
    """A bar that shows the share that is left, from 0 to 1, and shrinks towards the start of the row."""

    fraction: float


class Gauge(Struct, frozen=True):
    """The gauge of the loudness at the bottom of a page. `fraction` is the loudness now, and `most` the highest that is
    allowed; 1.0 is the loudest of all."""

    text: str
    fraction: float
    most: float


class Separator(Struct, frozen=True):
    """A thin line between two things that do not belong together."""


Row: TypeAlias = Text | Pair | Bar | Separator


class View(Struct, frozen=True):
    """One screenful: the rows of a page. `dim` asks for a night-time glow; no rows mean a dark screen. A `head` keeps
    the first row still at the top, whatever changes below it while the dial turns.

    `kept` is what a press would answer, or a running clock: it stays on the glass below a text that is read along.

    `scanned` is a text for the camera of a phone, drawn as a QR code beside the rows.

    `hidden` is set where one seat alone sees the page. On all pages that are `even`, equally many dots shine."""

    page: str
    language: Language
    rows: tuple[Row, ...] = ()
    dim: bool = False
    over: Gauge | None = None
    hidden: "Hidden | None" = None
    head: bool = False
    even: bool = False
    kept: tuple[Text, ...] = ()
    scanned: str = ""
    at_door: bool = True  # whether who is let in at the door is told its words


class Hidden(Struct, frozen=True):
    """The seats that look at the glass now, and what everybody else may know of the page. Logs and records are told no
    more."""

    public: View
    kind: str  # ask or tell
    seats: tuple[int, ...]
    facts: tuple[Fact, ...]

    def same_as(self, other: "Hidden | None") -> bool:
        """Say whether the same seat sees the same page: a running bar is no change."""
        return other is not None and (self.kind, self.seats, self.facts) == (other.kind, other.seats, other.facts)


def view_lines(view: View) -> list[str]:
    """Return the text on the view, from top to bottom, as a record keeps it."""
    found = []
    for row in view.rows:
        if isinstance(row, Text):
            found.append(row.text)
        elif isinstance(row, Pair):
            found.append(f"{row.label} {row.value}")
    return [*found, view.over.text] if view.over else found
