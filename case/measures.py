"""What measures.toml holds. All numbers are millimetres, but for the slope, which is degrees."""

from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

SHIPPED = Path(__file__).parent / "measures.toml"


class Strict(Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: a name that is not known is a slip, and is said."""


class Room(Strict, frozen=True):
    """The space inside."""

    width: float
    depth: float
    front: float
    slope: float
    corner: float
    source: str


class Printed(Strict, frozen=True):
    """How the printed case is made."""

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
    """How the sawn case is made."""

    panel: float
    overhang: float
    kerf: float
    source: str


class PushButton(Strict, frozen=True):
    """START or BACK."""

    hole: float
    rim: float
    cap: float
    depth: float
    source: str


class Encoder(Strict, frozen=True):
    """The dial."""

    hole: float
    knob: float
    body: float
    depth: float
    source: str


class Glass(Strict, frozen=True):
    """The screen."""

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
    """The lamp, or the button that wakes the Pi: left out where `fitted` is false."""

    hole: float
    rim: float
    depth: float
    fitted: bool
    source: str


class Vents(Strict, frozen=True):
    """The rows of small holes in the side wall that shows no socket."""

    hole: float
    pitch: float
    columns: int
    rows: int
    source: str


class Stickers(Strict, frozen=True):
    """What is glued onto the buttons."""

    base: float
    raised: float
    edge: float
    source: str


class Standoff(Strict, frozen=True):
    """The feet under the Pi."""

    height: float
    outer: float
    pilot: float
    screw: float
    board: float
    source: str


class Port(Strict, frozen=True):
    """A socket of the Pi and the opening for its plug."""

    name: str
    wall: Literal["back", "end"]
    at: float
    width: float
    height: float
    middle: float


class CardHole(Strict, frozen=True):
    """The opening in the floor through which a card is taken that lies under the board."""

    at: float
    width: float
    reach: float


class Board(Strict, frozen=True):
    """A Raspberry Pi."""

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
    """The whole file."""

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
    """Nothing can be drawn from what was given: in one sentence."""


def read_measures(text: bytes) -> Measures:
    """What such a file says."""
    try:
        return msgspec.toml.decode(text, type=Measures)
    except msgspec.DecodeError as error:
        raise BadMeasures(f"The measures cannot be read: {error}") from None


def shipped_measures() -> Measures:
    """Those that the drawings in the docs are made from."""
    return read_measures(SHIPPED.read_bytes())
