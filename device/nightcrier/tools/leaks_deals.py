"""Play many deals of a game in a file under the same hands: `nightcrier leaks FILE --deals DEALS`.

The hands turn, press and hold at random moments, pause the game, and pull the plug. Whatever can be seen, heard, timed
or counted has to be the same in every deal."""

from io import StringIO
from itertools import takewhile
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.folders import standard_folders
from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.dealt import why_with_cards
from nightcrier.box.record import RowKind, SecretRecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.screen import Frame
from nightcrier.tools.command_line import find_name
from nightcrier.tools.leaks import LogRow, RehearsedRows, belongs_to, first_leak
from nightcrier.tools.progress import ProgressBar
from nightcrier.tools.simulation import disk_and_screen

_HANDS = (
    *[(Control.DIAL, Gesture.TURN)] * 12,
    *[(Control.DIAL, Gesture.PRESS)] * 10,
    *[(Control.DIAL, Gesture.HOLD)] * 9,
    *[(Control.DIAL, Gesture.RELEASE)] * 3,
    *[(Control.BACK, Gesture.PRESS)] * 2,
    (Control.START, Gesture.PRESS),
)
"""The acts of hands. START, which pauses, is pressed a second time; in the talk it leads to the vote."""
_MOST_GESTURES, _CUT_EVERY = 5000, 60


class _KeptRecord(SecretRecordWitness):
    """Keeps the rows, each with its picture."""

    def __init__(self) -> None:
        self.rows = list[LogRow]()
        super().__init__(StringIO(), Path())

    def _picture(self, frame: Frame, path: Path) -> None:
        self._frame = frame

    def _write(self, at: float, kind: RowKind, **fields: object) -> None:
        picture = {"frame": self._frame.hex()} if "frame" in fields else {}
        self.rows.append({"t": round(at, 4), "kind": kind, **fields, **picture})


def try_deals(file: Path, deals: int, players: int | None, until: str) -> int:
    """Play so many deals. Return 0 when nothing differs before a page, and print the first difference and return 1
    otherwise."""
    if deals < 2:
        raise WrongUse(f"{deals} deals cannot be compared; play two or more.")
    game, shown, first = read_game_file(file), ProgressBar("deals"), RehearsedRows(file, (), ())
    if why := why_with_cards(game):
        raise WrongUse(f"{file}: the box does not deal this game: {why}.")
    setup, told = Setup(game.id, players or game.players[0], options={"deal": True}), list[object]()
    for seed in range(deals):
        rows = play_deal(file.parent, setup, seed, until)
        if seed and (leak := first_leak(first.before, rows.before)):
            print(leak)
            return 1
        if not seed:
            first = rows
            find_name(until, first.pages, "page")
        told += [rows.private] if rows.private not in told else []
        shown(seed + 1, deals)
    if len(told) < 2:
        raise WrongUse(f"{file}: nobody looked at other cards in other deals; play more.")
    print(f"No difference in {len(first.before)} rows of {deals} deals.")
    return 0


def play_deal(folder: Path, setup: Setup, seed: int, until: str) -> RehearsedRows:
    """Play one deal of a game in a folder up to this page, or to its end."""
    with TemporaryDirectory(prefix="nightcrier-") as state:
        record, clock = _KeptRecord(), VirtualClock()
        disk, screen = disk_and_screen(record, clock)
        folders = replace(standard_folders({}, Path(state)), tried_games=(folder,))
        rehearsal = Rehearsal(folders, clock, SilentPlayer(), seed, record, files=disk, screen=screen)
        _begin(rehearsal, setup)
        _play(rehearsal, record.rows, until)
        rehearsal.box.close()
    before = takewhile(lambda row: not belongs_to(row, until), record.rows)
    return RehearsedRows(folder, record.rows, list(before))


def _begin(rehearsal: Rehearsal, setup: Setup) -> None:
    daemon = rehearsal.box.daemon
    chosen = daemon.table.choices
    chosen = replace(chosen, game=setup.scenario, setups={**chosen.setups, setup.scenario: setup})
    daemon.adopt((replace(daemon.table, choices=chosen), ()))
    _do(rehearsal, Control.START, Gesture.PRESS)
    session = daemon.table.session
    if session is None or not session.keeps_secrets:
        raise WrongUse(f"{setup.scenario}: the box does not deal this game to {setup.players} players.")


def _play(rehearsal: Rehearsal, rows: list[LogRow], until: str) -> None:
    hands = Random(1)
    for number in range(_MOST_GESTURES):
        if number % _CUT_EVERY == _CUT_EVERY - 1:
            rehearsal.cut()
            _do(rehearsal, Control.START, Gesture.PRESS)
        rehearsal.advance(hands.choice((0.3, 1.0, 2.0, 4.0)))
        if any(belongs_to(row, until) for row in rows[-20:]) or not rehearsal.box.daemon.table.session:
            return
        control, gesture = hands.choice(_HANDS)
        _do(rehearsal, control, gesture, hands.choice((-2, -1, 1, 2, 3)) if gesture is Gesture.TURN else 0)
        if control is Control.START:
            _do(rehearsal, control, gesture)


def _do(rehearsal: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> None:
    now = rehearsal.now
    rehearsal.take(Touched(now, control), Input(now, control, gesture, steps))
