"""Two boxes with other cards under the same attack: the same hands, the same cuts at the same writes, the same faults.
Nothing that is heard, shown to all, timed or written may differ."""

import errno
from pathlib import Path
from random import Random
from typing import Any

from device.kernel.events import Control, Gesture
from device.sound.players.silent import SilentPlayer
from tests.box.dealt import DealtBox
from tests.faults.mad_life import MadDisk
from tests.memory.conftest import PowerCut

DECK = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")
"""Nothing of it is public before the verdict."""
HANDS = (
    *[(Control.DIAL, Gesture.TURN)] * 12,
    *[(Control.DIAL, Gesture.PRESS)] * 12,
    *[(Control.DIAL, Gesture.HOLD)] * 9,
    *[(Control.DIAL, Gesture.RELEASE)] * 3,
    *[(Control.BACK, Gesture.PRESS)] * 2,
    (Control.START, Gesture.PRESS),
)
MISHAPS = ("speaker", "screen", "disk", "slow", "power", "power", "power")


class Twin:
    """One of the two. `deal` makes its cards, `seed` all that happens to it."""

    def __init__(self, where: Path, seed: int, deal: int) -> None:
        self.chance, self.torn, self.cuts = Random(seed), Random(seed), 0
        self.disk = MadDisk(None)
        self.box = DealtBox(where, DECK, deal, files=self.disk, secret_vote=True, lone_wolf=True, pace="fast")
        self.disk.clock = self.box.rehearsal.clock
        self.sizes: list[tuple[int, ...]] = []

    def lives(self, gestures: int) -> None:
        self.attempt(self.box.start)
        for _ in range(gestures):
            if self.box.page == "verdict" or self.box.stage is None:
                return
            self.sizes.append(self.written())
            self.attempt(self.moment)

    def moment(self) -> None:
        if self.chance.random() < 0.06:
            self.mishap(self.chance.choice(MISHAPS))
        pause, (control, gesture) = self.chance.choice((0.3, 1.0, 2.0, 4.0)), self.chance.choice(HANDS)
        steps = self.chance.choice((-2, -1, 1, 2, 3))
        self.box.rehearsal.advance(pause)
        self.box.do(control, gesture, steps if gesture is Gesture.TURN else 0)
        if control is Control.START and self.box.page == "pause":
            self.box.do(Control.START)

    def mishap(self, kind: str) -> None:
        number = self.chance.randint(1, 9)
        rehearsal = self.box.rehearsal
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

    def attempt(self, deed: Any) -> None:
        """The power may go in it; when it is back, people go on."""
        try:
            deed()
        except PowerCut:
            self.cuts += 1
            self.disk = self.box.rehearsal.files = self.disk.left(self.torn)
            self.box.rehearsal.boot()
            self.attempt(self.box.start)

    def written(self) -> tuple[int, ...]:
        """How many bytes lie in each file."""
        return tuple(len(inode.content) for _, inode in sorted(self.disk.names.items()))

    def public(self) -> tuple[list[Any], list[Any]]:
        """All that everybody may know, up to the verdict: that hangs on the votes."""
        rows = [{**row, "what": row.get("what", "").replace(str(self.box.where), "")} for row in self.box.record]
        ends = [
            n
            for n, row in enumerate(rows)
            if row.get("page") == "verdict" or row.get("line", "").startswith("verdict.")
        ]
        return (rows[: ends[0]] if ends else rows), self.sizes


def first_difference(where: Path, seed: int, gestures: int) -> tuple[str, int]:
    """What two deals differ in, or nothing; and how often the power went."""
    twins = [Twin(where / str(deal), seed, seed * 2 + deal) for deal in range(2)]
    for twin in twins:
        twin.lives(gestures)
    (rows, sizes), (others, other_sizes) = (twin.public() for twin in twins)
    different = next((f"{one} / {other}" for one, other in zip(rows, others, strict=False) if one != other), "")
    written = zip(sizes, other_sizes, strict=False)
    different = different or next((f"{one} / {other} bytes" for one, other in written if one != other), "")
    if not different and (len(rows), len(sizes)) != (len(others), len(other_sizes)):
        different = f"{len(rows)} / {len(others)} rows, {len(sizes)} / {len(other_sizes)} gestures"
    return different, twins[0].cuts + twins[1].cuts
