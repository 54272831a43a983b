"""Plays two boxes with different cards under the same attack. Nothing heard, shown to all, timed or written may
differ until everybody learns something about the cards."""

import errno
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.wherewolf.table import course
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.record import WatchedGlass
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.over.yes_or_no import QuestionPage
from nightcrier.kernel.clock import VirtualClock
from tests.box.dealt import DealtBox
from tests.box.late_writer import LateWriter
from tests.box.memory.conftest import Inode, PowerCut
from tests.box.test_wolf_leaks import POSSIBLE, SEATS, dealt, sitting
from tests.box.wolf_box import WolfBox
from tests.faults.mad_ports import MadDisk

DECK = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")
"""A deck in which no card is public before the verdict."""
HANDS = (
    *[(Control.DIAL, Gesture.TURN)] * 12,
    *[(Control.DIAL, Gesture.PRESS)] * 12,
    *[(Control.DIAL, Gesture.HOLD)] * 9,
    *[(Control.DIAL, Gesture.RELEASE)] * 3,
    *[(Control.BACK, Gesture.PRESS)] * 2,
    (Control.START, Gesture.PRESS),
)
MISHAPS = ("speaker", "screen", "disk", "slow", "power", "power", "power")
DealingBox: TypeAlias = DealtBox | WolfBox


class TwinDisk(MadDisk):
    """Notes when something is written and how full the disk is then, and what goes to the screen."""

    def __init__(self, clock: VirtualClock, names: dict[Path, Inode] | None = None) -> None:
        super().__init__(clock, names)
        self.noted: list[tuple[float, int]] = []
        self.sent: list[tuple[float, str, int]] = []
        self.glass = WatchedGlass(lambda commands, dots: self.sent.append((clock.now(), commands, len(dots))))

    def _point(self) -> None:
        self.noted.append((self.clock.now(), sum(len(inode.content) for inode in self.names.values())))
        super()._point()

    def left(self, chance: Random) -> "TwinDisk":
        after = TwinDisk(self.clock, self.after_power_cut(chance).names)
        after.noted, after.sent = self.noted, self.sent
        return after


class Lived(Struct, frozen=True):
    """Holds all that anybody may know about a box: its record, its writes, the screen's bytes and its files' sizes."""

    rows: list[dict[str, Any]]
    noted: list[tuple[float, int]]
    sent: list[tuple[float, str, int]]
    sizes: list[tuple[float, tuple[int, ...]]]

    def before(self, moment: float) -> "Lived":
        """Return everything before this moment of the record, in which times are rounded."""
        rows = [row for row in self.rows if row["t"] < moment]
        noted, sent = ([each for each in all_ if _in_record(each[0]) < moment] for all_ in (self.noted, self.sent))
        return Lived(rows, noted, sent, [size for size in self.sizes if _in_record(size[0]) < moment])


def _in_record(at: float) -> float:
    return round(at, 4)


class Twin:
    """Plays one of two boxes. `seed` decides all that happens to it. With `chooses`, people also choose at night."""

    def __init__(self, box: DealingBox, disk: TwinDisk, writer: LateWriter, seed: int, *, chooses: bool = True) -> None:
        self.chance, self.torn, self.cuts = Random(seed), Random(seed), 0
        self.box, self.disk, self.writer, self.chooses = box, disk, writer, chooses
        self.sizes: list[tuple[float, tuple[int, ...]]] = []

    def lives(self, gestures: int) -> Lived:
        self.attempt(self.box.start if isinstance(self.box, DealtBox) else self.box.begin)
        for _ in range(gestures):
            if self.box.page == "verdict" or self.box.table.session is None:
                break
            self.sizes.append((self.box.rehearsal.now, self.written()))
            self.attempt(self.moment)
        return Lived(self.rows(), self.disk.noted, self.disk.sent, self.sizes)

    def moment(self) -> None:
        if self.chance.random() < 0.06:
            self.mishap(self.chance.choice(MISHAPS))
        pause, (control, gesture) = self.chance.choice((0.3, 1.0, 2.0, 4.0)), self.chance.choice(HANDS)
        steps = self.chance.choice((-2, -1, 1, 2, 3))
        self.writer.write(self.chance.randint(0, 3))
        self.box.rehearsal.advance(pause)
        self.goes_on()
        if (control, gesture, self.box.page) == (Control.DIAL, Gesture.PRESS, "night") and not self.chooses:
            return
        self.box.do(control, gesture, steps if gesture is Gesture.TURN else 0)
        if control is Control.START and self.box.page == "pause":
            self.box.do(Control.START)

    def goes_on(self) -> None:
        """Continue the game, whatever the box asks."""
        page = self.box.table.page
        if isinstance(page, QuestionPage):
            self.box.do(Control.BACK if page.ask.held else Control.START)

    def mishap(self, kind: str) -> None:
        number, rehearsal = self.chance.randint(1, 9), self.box.rehearsal
        match kind:
            case "speaker":
                assert isinstance(rehearsal.player, SilentPlayer)
                rehearsal.player.plugged = not rehearsal.player.plugged
            case "screen":
                (rehearsal.screen.unplug if rehearsal.screen.plugged else rehearsal.screen.plug)()
            case "disk":
                self.disk.refuses = None if self.disk.refuses else OSError(errno.EIO, "Input/output error")
            case "slow":
                self.disk.slow = 0.0 if self.disk.slow else 0.2
            case _:
                self.disk.cut_at = self.disk.points + number

    def attempt(self, deed: Callable[[], None]) -> None:
        """Run this deed. If the power fails during it, start the box again, and let people continue."""
        try:
            deed()
        except PowerCut:
            self.cuts += 1
            self.disk = self.box.rehearsal.files = self.disk.left(self.torn)
            self.writer.lose()
            self.box.rehearsal.boot()
            self.attempt(self.goes_on)

    def written(self) -> tuple[int, ...]:
        """Return the number of bytes in each file."""
        return tuple(len(inode.content) for _, inode in sorted(self.disk.names.items()))

    def rows(self) -> list[dict[str, Any]]:
        """Return the record with its public pictures, and without the name of its folder."""
        pictures = iter(self.box.kept.pictures)
        rows = [json.loads(row) for row in self.box.out.getvalue().splitlines()]
        named = [{**row, "what": row.get("what", "").replace(str(self.box.where), "")} for row in rows]
        return [{**row, "frame": next(pictures).hex()} if "frame" in row else row for row in named]


def one_night(where: Path, seed: int, deal: int, _patch: pytest.MonkeyPatch) -> Twin:
    """Return a box for One Night whose cards come from another seed; nothing else depends on that seed."""
    clock = VirtualClock()
    disk = TwinDisk(clock)
    options = {"secret_vote": True, "lone_wolf": True, "pace": "fast"}
    writer = LateWriter(late=seed % 4 > 1)
    box = DealtBox(where, DECK, seed * 2 + deal, files=disk, clock=clock, screen=disk.glass, writer=writer, **options)
    return Twin(box, disk, writer, seed)


def wherewolf(where: Path, seed: int, deal: int, patch: pytest.MonkeyPatch) -> Twin:
    """Return a box for Wherewolf in which other seats hold the wolves. For every second seed nobody chooses at
    night, so nobody dies and more time passes before a dawn tells something."""
    roles = dealt(seed + deal, sitting(seed + deal))

    def cards(rules: WolfRules, village: WolfVillage) -> WolfVillage:
        return rules.place(replace(village, actual=roles), dict(enumerate(roles)))

    patch.setattr(course, "deal_by_box", cards)
    clock = VirtualClock()
    disk = TwinDisk(clock)
    writer, ports = LateWriter(late=seed % 4 > 1), {"files": disk, "clock": clock, "screen": disk.glass}
    options = {"host": "box", "pace": "fast"}
    box = WolfBox(where, POSSIBLE, SEATS, seed, pictures=True, writer=writer, **ports, **options)
    return Twin(box, disk, writer, seed, chooses=seed % 2 == 0)


TWINS = {"one night": one_night, "wherewolf": wherewolf}


class Compared(Struct, frozen=True):
    """Holds the first difference between two deals, if any, and the numbers of power cuts and gestures."""

    different: str
    cuts: int
    gestures: int


def compare_deals(where: Path, seed: int, gestures: int, game: str = "one night") -> Compared:
    """Play two lives with the same seed and different cards, until everybody learns something about the cards."""
    lives, cuts = list[Lived](), 0
    for deal in range(2):
        with pytest.MonkeyPatch.context() as patch:
            twin = TWINS[game](where / str(deal), seed, deal, patch)
            lives.append(twin.lives(gestures))
            cuts += twin.cuts
    one, other = lives
    told = _told(one.rows, other.rows)
    return Compared(_difference(one.before(told), other.before(told)), cuts, len(one.sizes) + len(other.sizes))


def _told(rows: list[dict[str, Any]], others: list[dict[str, Any]]) -> float:
    """Return the time of the first verdict, or of a dawn that tells the two tables different deaths."""
    verdicts = [row["t"] for row in (*rows, *others) if _tells(row, "verdict")]
    dawns = [
        min(row["t"], its["t"])
        for row, its in zip(rows, others, strict=False)
        if row != its and (_tells(row, "dawn") or _tells(its, "dawn"))
    ]
    return float(min([*verdicts, *dawns], default=float("inf")))


def _tells(row: dict[str, Any], page: str) -> bool:
    return row.get("page") == page or page in str(row.get("line", "")).split(".")


def _difference(one: Lived, other: Lived) -> str:
    """Return the first difference in record, writes, screen bytes or file sizes."""
    for name in ("rows", "noted", "sent", "sizes"):
        here, there = getattr(one, name), getattr(other, name)
        if different := next(((a, b) for a, b in zip(here, there, strict=False) if a != b), None):
            return f"{name}: {different[0]} / {different[1]}"[:400]
        if len(here) != len(there):
            return f"{len(here)} / {len(there)} {name}"
    return ""
