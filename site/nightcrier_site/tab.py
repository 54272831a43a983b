"""The box in a tab of a browser: the same daemon as on a Pi, driven by the page's worker.

The worker calls `press` for what hands do, and `wake` when the time has come that the last call returned."""

import gc
from functools import partial
from pathlib import Path

from msgspec.structs import replace

from nightcrier.box.assembly import build_box
from nightcrier.box.driver import Driver
from nightcrier.box.events import ChoreSaid, Event
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.panel.port import Edge
from nightcrier.box.parts import open_hands
from nightcrier.box.remembered import read_settings
from nightcrier.box.table.core.effects import AskRoot
from nightcrier.kernel.chance import SystemChance
from nightcrier.kernel.chores import Chore, ChoreDone, undone_news
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.faults import Fault
from nightcrier.kernel.files import Disk, Files
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Seconds
from nightcrier.words.catalogue import LANGUAGES
from nightcrier_site.card import Slot, TabCard
from nightcrier_site.ports import PageWitness, TabControls, TabGlass, TabLamp, TabPlayer, Tell

KEPT = Path("/kept")
"""What the browser keeps: the folder of the box's state, and that of what people brought."""
FOLDERS = Folders(KEPT / "state", Path("/cache"), Path("/run"), KEPT / "own")


class Tab:
    """One box, as long as its page is open. What `press` and `wake` return is the number of seconds until `wake` is to
    be called, or -1 if nothing is due."""

    def __init__(self, tell: Tell, slots: tuple[Slot, Slot] | None, languages: tuple[str, ...]) -> None:
        """Switch the power on. The first of `languages` that the box speaks greets people who are new here."""
        self._clock, faults = RealClock(), list[Fault]()
        card: Files = TabCard(slots, KEPT) if slots else Disk()
        settings = read_settings(FOLDERS.settings, self._clock, faults)
        spoken = tuple(known for language in languages if (known := _known(language)))
        table = replace(settings.table, languages=spoken[:1] or settings.table.languages, welcome="always")
        settings = replace(settings, table=table)
        witness, self._player = PageWitness(tell), TabPlayer(tell)
        self._controls = TabControls(settings.panel, self._clock)
        hardware = Hardware(
            self._clock,
            SystemChance(),
            self._player,
            open_hands((self._controls,), settings.panel, self._clock, self._take, faults),
            (TabGlass(tell),),
            (TabLamp(tell),),
            witnesses=(witness,),
            readers=(witness.read,),
            files=card,
            power_off=partial(tell, "off"),
            ask_root=partial(self._ask_root, tell),
        )
        self._box = build_box(FOLDERS, hardware, PowerOn(settings), faults)
        self._driver = Driver(self._box.daemon)
        gc.freeze()

    def press(self, key: str, down: bool, repeated: bool) -> Seconds:  # noqa: FBT001 - a script calls it
        """Follow a key or a control of the page."""
        self._controls.one_switch = self._box.daemon.table.choices.hands.scanning == "one"
        self._controls.press(key, down=down, repeated=repeated)
        return self.wake()

    def act(self, sign: str) -> Seconds:
        """Do what a key of the simulator means, such as a whole press, for who has no pointer and no key."""
        self._controls.act(sign)
        return self.wake()

    def note_broken(self, sound: str) -> None:
        """Remember a sound that the page cannot decode, so that another voice says it the next time."""
        self._player.broken.add(sound)

    def wake(self) -> Seconds:
        """Do everything that is due."""
        self._controls.move()
        due = self._driver.run(self._clock.now())
        moments = [moment for moment in (due, self._controls.due()) if moment is not None]
        return max(0.0, min(moments) - self._clock.now()) if moments else -1.0

    def close(self) -> None:
        """Keep what is pending, because the page is about to be hidden."""
        self._box.keeper.flush()
        self._box.book.flush()

    def _take(self, thing: "Edge | Event") -> None:
        self._driver.take(thing)

    def _ask_root(self, tell: Tell, asked: AskRoot) -> list[Event]:
        """Let the page erase everything. There is no root for any other chore, and nothing that it would have to clear
        out."""
        if asked.chore is Chore.FORGET:
            tell("erase")
            return []
        news = ChoreDone(Chore.CLEAR_OUT) if asked.chore is Chore.CLEAR_OUT else undone_news(asked.chore)
        return [ChoreSaid(self._clock.now(), news)]


def _known(language: str) -> str:
    """Return the language of the box that a browser names, or an empty text."""
    names = {name.partition("-")[0]: name for name in LANGUAGES}
    return names.get(language.partition("-")[0].lower(), "")
