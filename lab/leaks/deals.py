"""Play many deals of a game in a file under the same hands: `./run leaks FILE --deals DEALS`.

The hands turn, press and hold at random moments, pause the game, and pull the plug. Whatever can be seen, heard, timed
or counted has to be the same in every deal. In a game of many nights that holds until a dawn or a vote tells something
that differs. So that some deals get far, hands that choose nobody play each deal, too."""

from collections.abc import Sequence
from io import StringIO
from itertools import takewhile
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from lab.leaks.compared_rows import DAY, VERDICT, LogRow, RehearsedRows, belongs_to, first_leak
from nightcrier.box.events import Control, Gesture, Input, Touched
from nightcrier.box.game_files import read_game_file
from nightcrier.box.games.engine.dealt import why_with_cards
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.village import Village
from nightcrier.box.record import RowKind, SecretRecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import Frame
from nightcrier.tools.command_line import find_name
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


_NewsAt = tuple[float, int, str]


class PlayedDeal(Struct, frozen=True):
    """A deal that was played. `public` are the moments after which something new was known to all: the time, the number
    of the night, and all that was known then."""

    rows: RehearsedRows
    public: Sequence[_NewsAt]


def try_deals(file: Path, deals: int, players: int | None, until: str | None) -> int:
    """Play so many deals. Return 0 when nothing differs before a page, and print the first difference and return 1
    otherwise."""
    if deals < 2:
        raise WrongUse(f"{deals} deals cannot be compared; play two or more.")
    game, shown, told = read_game_file(file), ProgressBar("deals"), list[object]()
    if why := why_with_cards(game):
        raise WrongUse(f"{file}: the box does not deal this game: {why}.")
    setup, page = (
        Setup(game.id, players or game.players[0], options={"deal": True, "host": "box"}),
        until or _last_page(game),
    )
    first, furthest = list[PlayedDeal](), 0
    for seed in range(deals):
        for number, gentle in enumerate((False, True) if game.many_nights else (False,)):
            played = play_deal(file.parent, setup, seed, page, gentle=gentle)
            told += [played.rows.private] if played.rows.private not in told else []
            if not seed:
                first.append(played)
                continue
            until_then, nights = _known_alike(first[number], played)
            if leak := first_leak(*(_rows_until(each, until_then) for each in (first[number], played))):
                print(leak)
                return 1
            furthest = max(furthest, nights)
        if until and not seed:
            find_name(until, first[0].rows.pages, "page")
        shown(seed + 1, deals)
    if len(told) < 2:
        raise WrongUse(f"{file}: nobody looked at other cards in other deals; play more.")
    through = f", through up to {furthest} nights" if game.many_nights else ""
    print(f"No difference in {len(first[-1].rows.before)} rows of {deals} deals{through}.")
    return 0


def _last_page(game: GameFile) -> str:
    return VERDICT if game.many_nights else DAY


def _known_alike(one: PlayedDeal, other: PlayedDeal) -> tuple[float, int]:
    """Return the time until which two deals have to be the same, and through how many nights that is."""
    for its, theirs in zip(one.public, other.public, strict=False):
        if its != theirs:
            return min(its[0], theirs[0]), min(its[1], theirs[1])
    return inf, min(one.public[-1][1], other.public[-1][1])


def _rows_until(played: PlayedDeal, at: float) -> Sequence[LogRow]:
    return [row for row in played.rows.before if row["t"] < at]


def play_deal(folder: Path, setup: Setup, seed: int, until: str, *, gentle: bool = False) -> PlayedDeal:
    """Play one deal of a game in a folder up to this page, or to its end. Gentle hands choose nobody."""
    with TemporaryDirectory(prefix="nightcrier-") as state:
        record, clock = _KeptRecord(), VirtualClock()
        disk, screen = disk_and_screen(record, clock)
        folders = replace(standard_folders({}, Path(state)), tried_games=(folder,))
        rehearsal = Rehearsal(folders, clock, SilentPlayer(), seed, record, files=disk, screen=screen)
        _begin(rehearsal, setup)
        public = _play(rehearsal, record.rows, until, gentle=gentle)
        rehearsal.box.close()
    before = takewhile(lambda row: not belongs_to(row, until), record.rows)
    return PlayedDeal(RehearsedRows(folder, record.rows, list(before)), public)


def _begin(rehearsal: Rehearsal, setup: Setup) -> None:
    daemon = rehearsal.box.daemon
    chosen = daemon.table.choices
    chosen = replace(chosen, game=setup.scenario, setups={**chosen.setups, setup.scenario: setup})
    daemon.adopt((replace(daemon.table, choices=chosen), ()))
    _do(rehearsal, Control.START, Gesture.PRESS)
    session = daemon.table.session
    if session is None or not session.keeps_secrets:
        raise WrongUse(f"{setup.scenario}: the box does not deal this game to {setup.players} players.")


def _play(rehearsal: Rehearsal, rows: list[LogRow], until: str, *, gentle: bool) -> Sequence[_NewsAt]:
    """Let the hands play. Return the moments at which something new was known to all."""
    hands, public = Random(1), list[_NewsAt]()
    for number in range(_MOST_GESTURES):
        before = rehearsal.now
        if number % _CUT_EVERY == _CUT_EVERY - 1:
            rehearsal.cut()
            _do(rehearsal, Control.START, Gesture.PRESS)
        rehearsal.advance(hands.choice((0.3, 1.0, 2.0, 4.0)))
        stage, night, known = _known(rehearsal)
        if not public or public[-1][2] != known:
            public.append((before, night, known))
        if stage is None or isinstance(stage, Tell) or any(belongs_to(row, until) for row in rows[-20:]):
            break
        control, gesture = hands.choice(_HANDS)
        if gentle and (control, gesture) != (Control.START, Gesture.PRESS):
            control, gesture = _gently(stage, control, gesture)
        _do(rehearsal, control, gesture, hands.choice((-2, -1, 1, 2, 3)) if gesture is Gesture.TURN else 0)
        if control is Control.START:
            _do(rehearsal, control, gesture)
    return public


def _gently(stage: Stage, control: Control, gesture: Gesture) -> tuple[Control, Gesture]:
    """Return what hands do that choose nobody: by day the first answer, which is nobody, and no press by night."""
    if isinstance(stage, Ask):
        return (Control.START if stage.marks else Control.DIAL), Gesture.PRESS
    return (control, Gesture.RELEASE) if (control, gesture) == (Control.DIAL, Gesture.PRESS) else (control, gesture)


def _known(rehearsal: Rehearsal) -> tuple[Stage | None, int, str]:
    """Return the stage of the game, the number of the night, and all that everybody knows of who is out, what was shown
    and announced, and who is accused."""
    session = rehearsal.box.daemon.table.session
    village = getattr(session and session.play, "state", None)
    if session is None or not isinstance(village, Village):
        return None, 0, ""
    stage = session.stage
    nights = [(each.night.shown, each.night.announced) for each in village.judged]
    days = [(each.day.shown, each.day.spared, each.day.burned) for each in village.judged if each.day]
    accused = stage.show[:1] if isinstance(stage, Perform) and stage.page == "vote" else ()
    return stage, village.number, str((village.state.in_play, nights, days, village.state.end, accused))


def _do(rehearsal: Rehearsal, control: Control, gesture: Gesture, steps: int = 0) -> None:
    now = rehearsal.now
    rehearsal.take(Touched(now, control), Input(now, control, gesture, steps))
