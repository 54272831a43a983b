"""Runs the box in a tab of a browser: the same daemon as on a Pi, driven by the page's worker."""

import gc
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.assembly import build_box
from nightcrier.box.driver import Driver
from nightcrier.box.events import ChoreSaid, Event, Wished
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.panel.port import Edge
from nightcrier.box.parts import open_hands
from nightcrier.box.remembered import read_settings
from nightcrier.box.table.core.effects import AskRoot
from nightcrier.box.table.core.house import WelcomeStep
from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.chores import Chore, ChoreDone, undone_news
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.errors import BadFile, all_faults
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Seconds
from nightcrier.wire.wishes import ScenarioWish
from nightcrier_site.card import Slot, TabCard
from nightcrier_site.ports import PageWitness, TabControls, TabGlass, TabLamp, TabPlayer, Tell

KEPT = Path("/kept")
FOLDERS = Folders(KEPT / "state", Path("/cache"), Path("/run"), KEPT / "own")


class Tab:
    """Runs a box while its page is open. `press` and `wake` return the seconds until `wake` is due, or -1."""

    def __init__(self, tell: Tell, slots: tuple[Slot, Slot] | None, language: str) -> None:
        """Switch the power on. A box without a memory starts in this language."""
        self._clock, self._tell, self._language = RealClock(), tell, language
        self._card = TabCard(slots, KEPT) if slots else None
        self._switch_on()

    def _switch_on(self) -> None:
        tell, faults = self._tell, list[Fault]()
        settings = read_settings(FOLDERS.settings, self._clock, faults)
        settings = replace(settings, table=replace(settings.table, languages=(self._language,), welcome="always"))
        witness, self.player = PageWitness(tell), TabPlayer(tell)
        self._controls = TabControls(settings.panel, self._clock)
        hardware = Hardware(
            self._clock,
            SystemChance(),
            self.player,
            open_hands((self._controls,), settings.panel, self._clock, self._take, faults),
            (TabGlass(tell),),
            (TabLamp(tell),),
            witnesses=(witness,),
            readers=(witness.read,),
            files=self._card or Disk(),
            power_off=partial(tell, "off"),
            ask_root=self._ask_root,
            words_seed=SystemChance().below(2**63),
        )
        self._box = build_box(FOLDERS, hardware, PowerOn(settings), faults)
        self._driver = Driver(self._box.daemon)
        gc.freeze()

    def press(self, key: str, down: bool, repeated: bool) -> Seconds:
        self._controls.one_switch = self._box.daemon.table.choices.hands.scanning == "one"
        self._controls.press(key, down=down, repeated=repeated)
        return self.wake()

    def wake(self) -> Seconds:
        self._controls.move()
        due = self._driver.run(self._clock.now())
        moments = [moment for moment in (due, self._controls.due()) if moment is not None]
        return max(0.0, min(moments) - self._clock.now()) if moments else -1.0

    def drop(self, files: Sequence[tuple[str, memoryview]]) -> Seconds:
        """Take games in files that people dropped onto the page. They count from the next start of the box, which is
        now, unless people are playing. The last of them is the next game."""
        from nightcrier_site.dropped import take_dropped

        plays, rows, games = self._box.daemon.table.session is not None, list[tuple[str, str]](), list[str]()
        for name, content in files:
            try:
                games.append(take_dropped(name, bytes(content), FOLDERS, self._card or Disk()))
                rows.append(("waits" if plays else "chosen" if games[-1] else "kept", name))
            except BadFile as refused:
                rows += [("", str(fault)) for fault in all_faults([refused])]
        self._tell("dropped", rows)
        if games and not plays:
            self._start_anew(next(filter(None, reversed(games)), ""))
        return self.wake()

    def _start_anew(self, game: str) -> None:
        """Switch the box off and on again, and choose this game, if it is not empty."""
        self._box.keeper.remember(replace(self._box.daemon.table.choices, welcome=WelcomeStep.DONE))
        self._box.close()
        gc.unfreeze()
        del self._box, self._driver
        gc.collect()  # memory that a tab once had it never gives back
        self._switch_on()
        if game:
            self._take(Wished(self._clock.now(), ScenarioWish(game, game)))
        self.flush()

    def flush(self) -> None:
        """Save everything that is pending, because the page is hidden and may never be seen again."""
        self._box.keeper.flush()
        self._box.book.flush()

    def _take(self, thing: "Edge | Event") -> None:
        self._driver.take(thing)

    def _ask_root(self, asked: AskRoot) -> list[Event]:
        """Erase everything, and let the page begin again. Other chores do nothing."""
        if asked.chore is Chore.FORGET and (self._card is None or self._card.erase()):
            self._tell("erase")
            return []
        news = ChoreDone(Chore.CLEAR_OUT) if asked.chore is Chore.CLEAR_OUT else undone_news(asked.chore)
        return [ChoreSaid(self._clock.now(), news)]
