"""A box under attack, in virtual time: random gestures at any moment, while speaker and screen are pulled, the disk
is slow, full, read-only or fails, the program hangs, and the power fails in the middle of a write. Whatever happens,
it ends at home with nothing lost. `python -m bench.attacked` plays many."""

import errno
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from nightcrier.box.events import Control, Event, Gesture
from nightcrier.box.keeper import DISK_RETRY
from nightcrier.box.memory.evening import Evening
from nightcrier.box.memory.evening_files import all_evenings
from nightcrier.box.rehearsal import Rehearsal
from nightcrier.box.scorebook import Scorebook
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.effects import CountGame, ScoreEffect, WithdrawGame
from nightcrier.box.table.look import look
from nightcrier.box.table.over.explain import ExplainPage
from nightcrier.box.table.over.welcome import WelcomePage
from nightcrier.box.table.over.yes_or_no import END_GAME, END_UNCOUNTED, QuestionPage
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import fresh_ones
from nightcrier.kernel.folders import standard_folders
from tests.box.late_writer import LateWriter
from tests.box.memory.conftest import ForgetfulDisk, PowerCut
from tests.box.people_at_box import PeopleAtBox
from tests.faults.mad_ports import MadDisk, MadWall, MadWitness

PAUSES = (*(0.02, 0.3, 0.3, 0.3, 1.0, 1.0, 1.0, 3.0) * 4, 20.0, 90.0, 700.0)
MISHAPS = ("speaker", "screen", "disk", "slow", "stands still", "clock set", *["power"] * 3)
REFUSALS = (errno.ENOSPC, errno.EROFS, errno.EIO)
MAD = 300
"""The number of random gestures. After them people mostly play on, or no long game would end."""
MOST_HOME = 10
"""The most gestures needed to go home from any page."""


class MadLife(PeopleAtBox):
    """Attacks a box at random, from one seed. `live` plays the attack, and `ends` checks that all is well."""

    def __init__(self, where: Path, seed: int, game: str) -> None:
        super().__init__(Random(seed), game)
        self.where = where
        self.witness, clock = MadWitness(), VirtualClock()
        self.disk, self.writer = MadDisk(clock), LateWriter(late=seed % 2 == 0)
        config, self.wall = where / "device.toml", MadWall()
        config.write_text('[sound]\nquiet_hours = "22:00-07:00"\n', "utf-8")
        self.box = Rehearsal(
            standard_folders({}, where),
            clock,
            SilentPlayer(),
            seed,
            self.witness,
            config,
            self.disk,
            newcomers=seed % 3 == 0,
            time_of_day=self.wall,
            writer=self.writer,
        )
        self.judged: dict[int, set[str | None]] = {}
        self.waited: set[str | None] = set()  # scores of which the disk had taken nothing when the power went
        self.saved: tuple[int, bytes] = (0, b"")
        self.played = set[bool]()
        """The answers so far to whether a game under way was the intended one."""

    def live(self, gestures: int) -> None:
        with self.watched():
            while self.done["gestures"] < gestures:
                self.attempt(self.moment)
                self.looks_after_settings()
                if session := self.box.box.daemon.table.session:
                    self.done["moments in a game"] += 1
                    self.played.add(self.is_its_game(session.game, session.setup))

    def attempt(self, deed: Any) -> None:
        """Run this deed. If the power fails during it, start the box again."""
        try:
            deed()
        except PowerCut:
            self.cut()

    def moment(self) -> None:
        """Write some of what is waiting, then let something happen to the box, or make a gesture."""
        self.writer.write(self.rng.randint(0, 3))
        self.sits_down()
        chance = self.rng.random()
        if chance < 0.08:
            self.mishap()
        elif chance < (0.35 if self.done["gestures"] < MAD else 0.98):
            self.goes_on()
        else:
            self.does_anything()
        self.box.advance(self.rng.choice(PAUSES))

    def mishap(self) -> None:
        kind = self.rng.choice(MISHAPS)
        self.done[kind] += 1
        match kind:
            case "speaker":
                self.box.player.plugged = not self.box.player.plugged  # type: ignore[attr-defined]
            case "screen":
                (self.box.screen.unplug if self.box.screen.plugged else self.box.screen.plug)()
            case "disk":
                self.refuses(None if self.disk.refuses else self.rng.choice(REFUSALS))
            case "slow":
                self.disk.slow = self.rng.choice((0.0, 0.0, 0.05, 0.5, 2.0))
            case "stands still":
                self.box.clock.move_to(self.box.now + self.rng.choice((0.5, 5.0, 600.0)))
                self.box.box.daemon.wake()
            case "clock set":
                self.wall.now = self.rng.choice((None, self.rng.randrange(24 * 60)))
            case _:
                self.power_goes()

    def power_goes(self) -> None:
        """Cut the power now, or at one of the next writes."""
        number = self.rng.randint(0, 8)
        if number == 0:
            raise PowerCut
        self.disk.cut_at = self.disk.cut_at or self.disk.points + number

    def refuses(self, number: int | None) -> None:
        """Let the whole card refuse writes with this error, or accept them again."""
        self.disk.refuses = OSError(number, os.strerror(number)) if number else None

    def cut(self) -> None:
        """Cut the power, and switch it on again."""
        self.done["cuts"] += 1
        scores, before = self.box.box.book._scores, self.disk
        unkept = [scores._known[number] for number in scores._unkept] if scores else []
        self.disk = before.left(self.rng)
        self.waited |= marks_in(unkept) - self.kept_marks()
        self.disk.refuses, self.disk.slow = before.refuses, before.slow
        self.settings_survive(before)
        self.box.files = self.disk
        self.writer.lose()
        self.box.boot()
        self.saved = (self.witness.saves, self.choices_on(self.disk))

    def choices_on(self, disk: ForgetfulDisk, name: str = "choices.json") -> bytes:
        inode = disk.names.get(self.where / name)
        return inode.content if inode else b""

    def looks_after_settings(self) -> None:
        """Check, after each save, that the choices last saved are on the disk."""
        if self.witness.saves != self.saved[0]:
            self.saved = (self.witness.saves, self.choices_on(self.disk))

    def settings_survive(self, before: ForgetfulDisk) -> None:
        names = ["choices.json", *(file.name for file in fresh_ones(before, self.where / "choices.json"))]
        fresh = [self.choices_on(before, name) for name in names]
        assert self.choices_on(self.disk) in (self.saved[1], *fresh), "a setting is lost"

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note every game that was judged, with its mark."""
        count = Scorebook.count

        def noted(book: Scorebook, effect: ScoreEffect) -> list[Event]:
            session = self.box.box.daemon.table.session
            if isinstance(effect, CountGame) and session:
                self.judged.setdefault(session.seed, set()).add(book._mark())
            if isinstance(effect, WithdrawGame) and session:
                self.judged.pop(session.seed, None)  # taken back; it is judged anew, or not at all
            return count(book, effect)

        Scorebook.count = noted  # type: ignore[method-assign]
        try:
            yield
        finally:
            Scorebook.count = count  # type: ignore[method-assign]

    def ends(self) -> None:
        """Check the end: with everything plugged in again, a way leads home, and every game is saved exactly once."""
        with self.watched():
            self.mends()
            assert self.gestures_home() <= MOST_HOME, "a dead end"
            self.box.advance(DISK_RETRY + 1)
            self.nothing_is_left()
            self.every_game_counts_once()
            self.box.boot()
            assert look(self.box.box.daemon.house, self.box.box.daemon.table).page != "question"
        assert self.witness.broken == []
        assert False not in self.played, "another game"

    def mends(self) -> None:
        self.refuses(None)
        self.disk.slow, self.disk.cut_at = 0.0, None
        self.writer.late = False
        self.writer.settle()
        self.box.player.plugged = True  # type: ignore[attr-defined]
        self.box.screen.plug()
        self.box.advance(DISK_RETRY + 1)

    def gestures_home(self) -> int:
        for number in range(MOST_HOME + 1):
            daemon = self.box.box.daemon
            if daemon.table.at_home and daemon.table.session is None:
                return number
            self.hand(*self.towards_home())
            self.box.advance(0.3)
        return MOST_HOME + 1

    def towards_home(self) -> tuple[Control, Gesture]:
        """Return the gesture of people who want to go home and read what the box asks."""
        table = self.box.box.daemon.table
        match table.page:
            case QuestionPage(ask=asked) if asked.word in {END_GAME.word, END_UNCOUNTED.word}:
                return Control.START, Gesture.HOLD
            case QuestionPage():
                return Control.BACK, Gesture.PRESS
            case WelcomePage():
                return Control.START, Gesture.HOLD
            case ExplainPage():
                return Control.BACK, Gesture.HOLD
        return Control.BACK, Gesture.HOLD if table.session else Gesture.PRESS

    def nothing_is_left(self) -> None:
        """Check that no part of a game or its seal is left, and that no file is marked as broken."""
        names = {path.name for path in self.disk.names}
        left = {name for name in names if name.startswith(("journal", "seal")) or ".broken" in name}
        assert not left | (names & {"uncounted.json"}), left

    def every_game_counts_once(self) -> None:
        assert all(len(marks) == 1 and None not in marks for marks in self.judged.values()), "counted twice"
        judged = {mark for marks in self.judged.values() for mark in marks}
        lost = judged - self.kept_marks()
        assert lost <= self.waited, "a score is lost"
        self.done["games"] += len(judged)
        self.done["refused until the power went"] += len(lost)

    def kept_marks(self) -> set[str | None]:
        """Return the marks of all games in evenings on the disk, and check that none is damaged."""
        wrong = list[BadFile]()
        found = marks_in(all_evenings(self.disk, self.where / "evenings", wrong.append))
        assert wrong == []
        return found


def marks_in(evenings: Iterable[Evening]) -> set[str | None]:
    return {game.result.id for evening in evenings for game in evening.games}
