"""Defines the content of measures.toml. All numbers are millimeters, except for the slope in degrees."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

SHIPPED = Path(__file__).parent / "measures.toml"


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file, in which an unknown name is an error."""


class Room(Strict, frozen=True):
    """Measures of the space inside."""

    width: float
    depth: float
    front: float
    slope: float
    corner: float
    source: str


class Printed(Strict, frozen=True):
    """Measures of the printed case."""

    wall: float
    floor: float
    plate: float
    overhang: float
    radius: float
    pilot: float
    screw: float
    pilot_depth: float
    bridge: float
    bed: float
    source: str


class Sawn(Strict, frozen=True):
    """Measures of the sawn case."""

    panel: float
    overhang: float
    kerf: float
    source: str


class PushButton(Strict, frozen=True):
    """Measures of START or BACK."""

    hole: float
    rim: float
    cap: float
    depth: float
    source: str


class Encoder(Strict, frozen=True):
    """Measures of the dial."""

    hole: float
    knob: float
    body: float
    depth: float
    source: str


class Glass(Strict, frozen=True):
    """Measures of the screen."""

    picture_width: float
    picture_height: float
    frame: float
    board_width: float
    board_height: float
    picture_up: float
    thickness: float
    depth: float
    source: str


class SmallPart(Strict, frozen=True):
    """Measures of the lamp, or of the button that wakes the Pi. It is left out if `fitted` is false."""

    hole: float
    rim: float
    depth: float
    fitted: bool
    source: str


class Vents(Strict, frozen=True):
    """Measures of the rows of small holes in the side wall that has no sockets."""

    hole: float
    pitch: float
    columns: int
    rows: int
    source: str


class Stickers(Strict, frozen=True):
    """Measures of the stickers on the buttons."""

    base: float
    raised: float
    edge: float
    source: str


class Standoff(Strict, frozen=True):
    """Measures of the feet under the Pi."""

    height: float
    outer: float
    pilot: float
    screw: float
    board: float
    source: str


class Port(Strict, frozen=True):
    """Measures of a socket of the Pi, and of the opening for its plug."""

    name: str
    wall: Literal["back", "end"]
    at: float
    width: float
    height: float
    middle: float


class CardHole(Strict, frozen=True):
    """Measures of the opening in the floor through which people remove a card under the board."""

    at: float
    width: float
    reach: float


class Board(Strict, frozen=True):
    """Measures of a Raspberry Pi."""

    name: str
    length: float
    width: float
    holes: tuple[tuple[float, float], ...]
    top: float
    end: Literal["card", "usb"]
    gap: float
    source: str
    ports: tuple[Port, ...]
    card: CardHole | None = None


class Measures(Strict, frozen=True):
    """Holds all tables of the file."""

    gap: float
    margin: float
    room: Room
    printed: Printed
    sawn: Sawn
    start: PushButton
    back: PushButton
    dial: Encoder
    glass: Glass
    lamp: SmallPart
    wake: SmallPart
    vents: Vents
    stickers: Stickers
    standoff: Standoff
    boards: dict[str, Board]


class BadMeasures(ValueError):
    """Raised if nothing can be drawn from the given measures, with one sentence as the reason."""


def read_measures(text: bytes) -> Measures:
    """Read the measures from a file's content. Raises BadMeasures."""
    try:
        return msgspec.toml.decode(text, type=Measures)
    except msgspec.DecodeError as error:
        raise BadMeasures(f"The measures cannot be read: {error}") from None


def shipped_measures() -> Measures:
    """Return the measures from which the drawings in the docs are made."""
    return read_measures(SHIPPED.read_bytes())
