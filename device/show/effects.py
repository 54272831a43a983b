"""What the conductor asks the performers to do. Doing it is the daemon's part; the end comes back as `Ended`."""

from typing import TypeAlias

from msgspec import Struct

from device.kernel.ids import Decibels, LineId, Seconds, Token


class Speak(Struct, frozen=True):
    """Say the lines one after the other, each in every language of the table; the end comes back with the token."""

    token: Token
    lines: tuple[LineId, ...]
    menu: bool = False  # in the first language only: who turns a dial does not wait for a second one


class PlaySignal(Struct, frozen=True):
    """Play a signal; its end comes back with the token."""

    token: Token
    signal: str


class Prepare(Struct, frozen=True):
    """These lines and this bed come next: decode and open them now, so that they start at once."""

    lines: tuple[LineId, ...]
    bed: str = ""


class Hush(Struct, frozen=True):
    """Cut what is being said or signalled; no end will come back."""


class SetBed(Struct, frozen=True):
    """The masking sound to hear from now on; an empty name fades it out."""

    name: str
    level_db: Decibels
    ramp: Seconds


class WindowOpened(Struct, frozen=True):
    """A window has opened. Nothing to do but to note it."""

    name: str
    seconds: Seconds


HeardEffect: TypeAlias = Speak | PlaySignal | Prepare | Hush | SetBed
ShowEffect: TypeAlias = HeardEffect | WindowOpened
