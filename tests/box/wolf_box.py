"""Provides a box that plays Wherewolf, what everybody may know of it, and what is on its disk."""

from collections.abc import Callable
from io import StringIO
from typing import Self

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.games.wherewolf.table.village import WolfVillage
from nightcrier.box.record import RecordWitness
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Stage
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Session
from nightcrier.box.table.game.conducting import current_turn
from nightcrier.box.table.ground.before_game import AdvicePage
from nightcrier.box.table.look import look
from nightcrier.box.writer import AT_ONCE
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from tests.box.dealt import KeptRecord
from tests.box.onlooked import onlooked, watched
from tests.box.stage import BoxAtHand


class WolfBox(BoxAtHand):
    """Runs a rehearsed box with these possible roles, which its table knows. `seed` decides the deal, and `pictures`
    says whether to keep the pictures."""

    def __init__(
        self,
        where,
        possible,
        players,
        seed=0,
        *,
        files=None,
        clock=None,
        screen=None,
        pictures=False,
        public=None,
        writer=AT_ONCE,
        **options,
    ):
        self.out, self.where = StringIO(), where
        self.kept = KeptRecord(self.out)
        witness = self.kept if pictures else RecordWitness(self.out)
        folders = standard_folders({}, where)
        self.rehearsal = Rehearsal(
            folders,
            clock or VirtualClock(),
            SilentPlayer(),
            seed,
            watched(witness, public),
            files=files,
            screen=screen,
            onlooking=onlooked(public),
            writer=writer,
        )
        daemon = self.rehearsal.box.daemon
        setup = Setup("first-moon", players, tuple(possible), options)
        choices = daemon.table.choices
        setups, met = {**choices.setups, "wherewolf": setup}, {"wherewolf": tuple(possible)}
        choices = replace(choices, game="wherewolf", setups=setups, played=met)
        daemon.adopt((replace(daemon.table, choices=choices), ()))

    @property
    def session(self) -> Session:
        assert self.table.session, f"no game is under way, but {self.page}"
        return self.table.session

    @property
    def stage(self) -> Stage:
        return self.session.stage

    @property
    def play(self) -> WherewolfPlay:
        assert isinstance(self.session.play, WherewolfPlay)
        return self.session.play

    @property
    def village(self) -> WolfVillage:
        return self.play.state

    @property
    def page(self) -> str:
        return look(self.rehearsal.box.daemon.house, self.table).page

    @property
    def window(self) -> str:
        """Return the name of the secret turn that is open."""
        turn = current_turn(self.session)
        return turn[0] if turn else ""

    def begin(self) -> Self:
        """Press START, and again for each piece of advice."""
        self.do(Control.START)
        while isinstance(self.table.page, AdvicePage):
            self.do(Control.START)
        return self

    def look(self) -> None:
        """Hold the dial and release it."""
        self.do(Control.DIAL, Gesture.HOLD)
        self.rehearsal.advance(1.0)
        self.do(Control.DIAL, Gesture.RELEASE)

    def cut(self) -> Self:
        """Cut the power, switch it on again, and let the table continue the game."""
        self.rehearsal.cut()
        assert self.page == "question"
        return self.do(Control.START)

    def until(self, enough: Callable[[], bool], most: float = 900.0) -> Self:
        self.rehearsal.until(enough, most)
        return self

    def on_disk(self) -> tuple[int, int, int]:
        """Return the bytes of the journal, the number of its entries, and the bytes of the `seal` file."""
        journal = self._file("journal.jsonl")
        return len(journal), journal.count(b"\n"), len(self._file("seal"))

    def _file(self, name: str) -> bytes:
        files, path = self.rehearsal.files, self.where / name
        return files.read(path) if files.exists(path) else b""
