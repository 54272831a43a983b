"""An evening as a box tells it at its door, rehearsed in virtual time: of it is made what a table of a hall
says at the broker."""

from io import StringIO
from pathlib import Path

from device.box.folders import standard_folders
from device.box.record import SecretRecordWitness
from device.box.rehearsal import Rehearsal
from device.box.witness import Witnesses
from device.commands.rehearse import parse_action, perform_action
from device.kernel.clock import VirtualClock
from device.kernel.public_record import PublicLine, read_public_line
from device.kernel.screen import Frame
from device.sound.players.silent import SilentPlayer
from tests.box.onlooked import KeptLines, onlooked

SCRIPT = Path("tests/evenings/first-evening.txt")


class UnpaintedWitness(SecretRecordWitness):
    """Looks at no picture."""

    def _picture(self, frame: Frame, path: Path) -> None:
        """Nobody else does."""


def told_evening(folder: Path) -> list[PublicLine]:
    """From power-on to home again: set up by hand, dealt, a night, the talk, the vote, the result."""
    kept, player = KeptLines(), SilentPlayer()
    witness = Witnesses((UnpaintedWitness(StringIO(), folder / "out"), kept.witness))
    box = Rehearsal(standard_folders({}, folder), VirtualClock(), player, 1, witness, onlooking=onlooked(kept.witness))
    for number, line in enumerate(SCRIPT.read_text("utf-8").splitlines(), 1):
        if not line.startswith("#") and (action := parse_action(SCRIPT, number, line)) is not None:
            box.advance(action.after)
            perform_action(box, player, action)
    return [read_public_line(line) for line in kept.lines]
