"""Records everything that is heard, seen and written, with a witness, a glass and a disk that report each byte.

The witness writes one line of JSON for each thing heard or seen, and one picture for each frame. The disk reports how
many bytes go into which file. The glass uses the real driver, and reports for every transfer how many bytes and which
commands it has. Tests search these records for leaks. A script can pull the plug of the glass."""

from collections.abc import Callable, Container, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, TextIO, TypeAlias, assert_never

import msgspec

from nightcrier.box.events import Gesture, Input
from nightcrier.box.panel.oled import TRANSFER, OledScreen
from nightcrier.box.panel.port import ScreenLost
from nightcrier.box.rehearsal import PictureScreen
from nightcrier.box.show.facts import Fact, Joined, Number, PrintedName, RoleName, SeatMark, SeatName, Word
from nightcrier.box.sound.port import BedSet, DroneSet, Heard, Said, Signalled
from nightcrier.box.table.drawing.frame import draw
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.witness import Witness
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, stable_name
from nightcrier.kernel.ids import Seconds, role_line, screen_line
from nightcrier.kernel.screen import GLASS, Frame, LampState, ScreenFormat
from nightcrier.kernel.settings import SHIPPED
from nightcrier.words.catalogue import UNHEARD


class RowKind(StrEnum):
    SAY = "say"
    SIGNAL = "signal"
    BED = "bed"
    DRONE = "drone"
    WINDOW = "window"
    LAMP = "lamp"
    SCREEN = "screen"
    STATE = "state"
    FAULT = "fault"
    SAVED = "saved"
    INPUT = "input"
    DISK = "disk"
    BUS = "bus"
    ASK = "ask"
    TELL = "tell"
    SHEET = "sheet"
    EAR = "ear"


class RecordWitness(Witness):
    """Writes rows to `out`, and frames as `screen` would show them into `folder`. `kinds` names the kinds of rows to
    write. If `kinds` is empty, all kinds are written, but pages only if there is a `folder` for their frames."""

    def __init__(
        self, out: TextIO, folder: Path | None = None, kinds: Container[str] = (), screen: ScreenFormat = GLASS
    ) -> None:
        self._out, self._folder, self._kinds, self._screen = out, folder, kinds, screen
        self._frames = 0
        self._shown: tuple[str, list[str], Frame] | None = None

    def hear(self, heard: Heard) -> None:
        match heard:
            case Said(at, utterance):
                self._write_utterance(at, utterance)
            case BedSet(at, name, level_db, ramp):
                self._write(at, RowKind.BED, name=name, level_db=round(level_db, 2), ramp=ramp)
            case DroneSet(at, level_db):
                self._write(at, RowKind.DRONE, level_db=round(level_db, 2))
            case Signalled(at, name):
                self._write(at, RowKind.SIGNAL, name=name)
            case _:
                assert_never(heard)

    def window(self, at: float, name: str, seconds: Seconds) -> None:
        self._write(at, RowKind.WINDOW, role=name, seconds=seconds)

    def see(self, at: float, view: View) -> None:
        if self._folder is None and RowKind.SCREEN not in self._kinds:
            return
        frame, named = draw(view, self._screen) if self._folder else b"", {}
        shown = (view.page, view_lines(view), frame)
        if shown == self._shown:
            return
        self._shown = shown
        if self._folder is not None:
            self._frames += 1
            named["frame"] = f"frames/{self._frames:06d}.png"
            self._picture(frame, self._folder / named["frame"])
        self._write(at, RowKind.SCREEN, page=view.page, lines=shown[1], **named)

    def turn_page(self, at: float, page: str, before: str) -> None:
        self._write(at, RowKind.STATE, page=page, **{"from": before})

    def lamp(self, at: float, state: LampState, number: int = 0) -> None:
        self._write(at, RowKind.LAMP, state=state, **({"call": number} if number else {}))

    def hand(self, event: Input) -> None:
        turned = event.gesture in {Gesture.TURN, Gesture.PRESS_TURN}
        steps = {"steps": event.steps} if turned else {}
        self._write(event.at, RowKind.INPUT, control=event.control, gesture=event.gesture, **steps)

    def fault(self, fault: Fault) -> None:
        self._write(fault.at, RowKind.FAULT, what=fault.what, next_best=fault.next_best, mended=fault.mended)

    def note_saved(self, at: float, what: str) -> None:
        self._write(at, RowKind.SAVED, what=what)

    def _write_utterance(self, at: float, utterance: Any) -> None:
        clip = utterance.clip.name if utterance.clip else None
        fields = {
            name: getattr(utterance, name) for name in ("line", "language", "pack", "seconds", "text", "spoken_by")
        }
        self._write(at, RowKind.SAY, clip=clip, **fields)

    def _picture(self, frame: Frame, path: Path) -> None:
        from nightcrier.box.panel.pictures import write_png

        path.parent.mkdir(parents=True, exist_ok=True)
        write_png(frame, self._screen, path)

    def _write(self, at: float, kind: RowKind, **fields: object) -> None:
        if self._kinds and kind not in self._kinds:
            return
        record = {"t": round(at, 4), "kind": kind, **fields}
        self._out.write(msgspec.json.encode(record).decode().translate(UNHEARD) + "\n")


def fact_row(fact: Fact) -> tuple[str, dict[str, str]]:
    """Return a fact for the record: its word, and the texts for the gaps in that word."""
    match fact:
        case Word(key, fillings):
            return key, {name: _gap_text(filling) for name, filling in fillings.items()}
        case SeatName(seat):
            return "seat", {"n": str(seat)}
        case RoleName() | PrintedName() | Number() | SeatMark() | Joined():
            return _gap_text(fact), {}
    assert_never(fact)


def _gap_text(fact: Fact) -> str:
    match fact:
        case Word(key):
            return screen_line(key)
        case RoleName(role) | PrintedName(role):
            return role_line(role)
        case Number(n) | SeatName(n) | SeatMark(n):
            return str(n)
        case Joined(parts, between):
            return between.join(map(_gap_text, parts))
    assert_never(fact)


class SecretRecordWitness(RecordWitness):
    """Records also what only one seat sees. Only tests use this witness."""

    _secrets = 0

    def see_secret(self, at: float, view: View) -> None:
        """Write a row and a picture for something that only one seat sees."""
        if view.hidden is None:
            return
        frame, named = draw(view, self._screen), {}
        if self._folder is not None:
            self._secrets += 1
            named["frame"] = f"frames/secret-{self._secrets:06d}.png"
            self._picture(frame, self._folder / named["frame"])
        seat = view.hidden
        self._write(
            at,
            RowKind(seat.kind),
            who=seat.seats if len(seat.seats) > 1 else next(iter(seat.seats), 0),
            facts=[fact_row(fact) for fact in seat.facts],
            lines=view_lines(view),
            **named,
            lit=sum(byte.bit_count() for byte in frame),
            secret=True,
        )

    def hear_secret(self, at: float, lines: Sequence[str]) -> None:
        self._write(at, RowKind.EAR, lines=lines, secret=True)

    def note_transfer(self, at: float, commands: bytes, dots: bytes) -> None:
        size = TRANSFER + len(commands) + len(dots)
        self._write(at, RowKind.BUS, commands=commands.hex(), bytes=size, secret=True)

    def note_write(self, at: float, name: str, size: int) -> None:
        self._write(at, RowKind.DISK, file=stable_name(name), bytes=size, secret=True)


TellTransfer: TypeAlias = Callable[[bytes, bytes], object]
"""A function that takes the commands and the dots of one transfer to the glass."""

_SWITCHES: dict[tuple[int, ...], bool] = {(0xAE,): False, (0xAF,): True}
_OFF = 0x40


class WatchedWire:
    """Simulates a bus with one glass that always answers."""

    def __init__(self, tell: TellTransfer) -> None:
        self._tell, self._lit = tell, False

    def command(self, *commands: int) -> None:
        self._lit = _SWITCHES.get(commands, self._lit)
        self._tell(bytes(commands), b"")

    def data(self, data: bytes) -> None:
        self._tell(b"", data)

    def status(self) -> int:
        self._tell(b"", b"")
        return 0 if self._lit else _OFF

    def close(self) -> None:
        """Do nothing, because the bus has nothing to close."""


class WatchedGlass(PictureScreen):
    """Keeps its picture like any rehearsed screen, and also sends the picture through the real driver."""

    def __init__(self, tell: TellTransfer) -> None:
        super().__init__()
        self._tell = tell
        self.power_up()

    def power_up(self) -> None:
        """Start with a new driver, which has sent no picture yet."""
        super().power_up()
        self._driver = OledScreen(SHIPPED.screen, lambda _bus, _address: WatchedWire(self._tell))

    def open(self) -> None:
        self._do(self._driver.open)

    def show(self, frame: Frame) -> None:
        self._do(lambda: self._driver.show(frame))
        self.frame = frame

    def forget(self) -> None:
        self._driver.forget()

    def contrast(self, level: int) -> None:
        self._do(lambda: self._driver.contrast(level))
        self.level = level

    def keep_lit(self) -> None:
        self._do(self._driver.keep_lit)

    def close(self) -> None:
        self._driver.close()
        super().close()

    def _do(self, deed: Callable[[], None]) -> None:
        """Call a method of the driver. If the plug is pulled, raise ScreenLost like a rehearsed screen, and forget the
        driver's picture."""
        try:
            self._answer()
        except ScreenLost:
            self.power_up()
            raise
        deed()


TellWrite: TypeAlias = Callable[[str, int], None]
"""A function that takes the name of a file and the number of bytes written."""


class WatchedDisk(Disk):
    """Writes to the real disk, and reports every write."""

    def __init__(self, tell: TellWrite) -> None:
        self._tell = tell

    def write(self, path: Path, content: bytes) -> None:
        self._tell(path.name, len(content))
        super().write(path, content)

    def append(self, path: Path, content: bytes) -> None:
        self._tell(path.name, len(content))
        super().append(path, content)

    def scrub(self, path: Path) -> None:
        self._tell(path.name, path.stat().st_size)
        super().scrub(path)
