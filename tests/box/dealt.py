"""Provides a box that deals, for tests to operate: look as a seat, act as a seat, and read what is public."""

import tomllib
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Self

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.one_night.dealt.game import DealtGame, deal_table
from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.games.one_night.rules.deal import in_order
from nightcrier.box.games.one_night.rules.options import options_from
from nightcrier.box.record import RecordWitness, SecretRecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.cues import Window
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Stage
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.drawing.view import View, view_lines
from nightcrier.box.table.look import look
from nightcrier.box.writer import AT_ONCE
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.screen import Frame
from tests.box.onlooked import onlooked, watched
from tests.box.stage import BoxAtHand

_SCREEN = tomllib.loads(Path("assets/words/en.toml").read_text("utf-8"))["screen"]
ADVISED = frozenset(key for key in _SCREEN if key.startswith("warning.") and key != "warning.growl-crowd")


def _with_ear(where: Path) -> Path:
    """Write settings with a sound card for the private ear, so that the record counts what it says as secret."""
    where.mkdir(parents=True, exist_ok=True)
    file = where / "with-ear.toml"
    file.write_text('[sound]\near = "Ear"\n', "utf-8")
    return file


class KeptRecord(RecordWitness):
    """Records what a box does, and keeps its pictures in memory instead of in files."""

    def __init__(self, out: StringIO) -> None:
        super().__init__(out, Path("nowhere"))
        self.pictures: list[Frame] = []

    def _picture(self, frame: Frame, path: Path) -> None:
        self.pictures.append(frame)


class KeptSecretRecord(KeptRecord, SecretRecordWitness):
    """Records what a box does, and also what single seats see."""


class DealtBox(BoxAtHand):
    """Runs a rehearsed box with a deck of its own. `seed` decides the deal."""

    def __init__(
        self,
        where,
        deck,
        seed=0,
        *,
        secrets=False,
        start=0.0,
        files=None,
        clock=None,
        screen=None,
        public=None,
        ear=False,
        writer=AT_ONCE,
        **options,
    ):
        self.out, self.where = StringIO(), where
        self.kept = KeptSecretRecord(self.out) if secrets else KeptRecord(self.out)
        folders = standard_folders({}, where)
        self.rehearsal = Rehearsal(
            folders,
            clock or VirtualClock(start),
            SilentPlayer(),
            seed,
            watched(self.kept, public),
            _with_ear(where) if ear else None,
            files=files,
            screen=screen,
            onlooking=onlooked(public),
            writer=writer,
        )
        self.players = len(deck) - 3
        daemon = self.rehearsal.box.daemon
        setup = Setup("first-game", self.players, tuple(deck), {"deal": True, **options})
        choices = replace(daemon.table.choices, setups={**daemon.table.choices.setups, "one-night": setup})
        daemon.adopt((replace(daemon.table, choices=choices, advised=ADVISED), ()))

    def choose_device(self, **chosen: Any) -> Self:
        """Set these choices as if somebody had made them in the menu."""
        daemon = self.rehearsal.box.daemon
        daemon.adopt((replace(daemon.table, choices=replace(daemon.table.choices, **chosen)), ()))
        return self

    @property
    def page(self) -> str:
        return self._view().page

    @property
    def stage(self) -> Stage | None:
        return self.table.session.stage if self.table.session else None

    @property
    def evening(self) -> DealtGame:
        play = self.table.session.play
        assert isinstance(play, DealtGame)
        return play

    @property
    def window(self) -> str:
        """Return the name of the window that is open, or an empty string."""
        session = self.table.session
        if session is None or session.score is None or session.score.over:
            return ""
        cue = session.score.show[session.score.cue]
        return cue.name if isinstance(cue, Window) else ""

    def start(self) -> Self:
        return self.do(Control.START)

    def look(self) -> list[str]:
        """Hold the dial and release it. Return what the screen showed in between."""
        self.do(Control.DIAL, Gesture.HOLD)
        seen = self.glass
        self.rehearsal.advance(1.0)
        self.do(Control.DIAL, Gesture.RELEASE)
        return seen

    def choose(self, label: str) -> Self:
        """Turn the dial until the screen shows this label, and press."""
        for _ in range(20):
            self.do(Control.DIAL, Gesture.TURN, 1)
            if label in self.glass:
                return self.do(Control.DIAL)
        raise AssertionError(f"{label} cannot be chosen; there is {self.glass}")

    def offered(self) -> list[str]:
        """Turn the dial all the way around, and return its entries, sorted because the first one is random."""
        found: list[str] = []
        for _ in range(20):
            self.do(Control.DIAL, Gesture.TURN, 1)
            found.append(self.glass[0])
        return sorted(set(found))

    @property
    def glass(self) -> list[str]:
        """Return the lines that the screen shows."""
        return view_lines(self._view())

    def _view(self) -> View:
        return look(self.rehearsal.box.daemon.house, self.table)

    def until_window(self, name: str) -> Self:
        return self.until(lambda: self.window == name)

    def until(self, enough: Callable[[], bool], most: float = 900.0) -> Self:
        self.rehearsal.until(enough, most)
        assert enough()
        return self

    def everybody_looks(self) -> list[str]:
        """Let every seat look at its card, and return the names of the roles they were shown."""
        roles = []
        for seat in range(1, self.players + 1):
            self.until_window(f"seat-{seat}")
            roles.append(self.look()[0])
            self.do(Control.DIAL)
        return roles

    def journal(self) -> list[bytes]:
        file = self.where / "journal.jsonl"
        return file.read_bytes().splitlines() if file.exists() else []

    def pad(self) -> int:
        """Return the size of the `seal` file in bytes, or 0 if there is none."""
        file = self.where / "seal"
        return file.stat().st_size if file.exists() else 0


def cast(deck: Sequence[str], fits: Callable[[CardState], bool], **options: Any) -> int:
    """Return the first seed whose deal of this deck satisfies `fits`."""
    for seed in range(10_000):
        game = derive_seed(SeededChance(seed).below(2**256), "game")
        if fits(deal_table(in_order(deck), options_from(options), game)):
            return seed
    raise AssertionError("no such deal")


def seat_of(state: CardState, role: str) -> int:
    """Return the seat that was dealt this role, counted from 1, or 0 if it is in the center."""
    return next((seat + 1 for seat in range(state.seats) if state.printed[seat] == role), 0)
