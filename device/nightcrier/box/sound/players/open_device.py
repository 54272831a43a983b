"""Opens the sound device: finds the sound cards of this box, and opens the best through `pygame.mixer`.

The cards are read from /proc/asound. A card is opened through ALSA by its id ("Device"), never by its number, because
numbers change from one start to the next. On a laptop SDL finds the device.

`pygame.mixer` is imported without the rest of pygame, whose package imports fifty modules that the box never uses. The
package is registered without being executed. If a program asks the package for anything except a submodule, the package
is executed after all, so that other users of pygame in the same process get all of it."""

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, MutableMapping, Sequence
from importlib.machinery import ModuleSpec
from itertools import takewhile
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import Struct

from nightcrier.box.sound.port import SAMPLE_RATE, NoSound
from nightcrier.kernel.clock import Clock
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.settings import SoundSettings

ASOUND = Path("/proc/asound")
SND = Path("/dev/snd")
MAPPED = Path("/proc/self/maps")

_CARD = r"^\s*(\d+)\s+\[(\S+)\s*\]:\s*(\S+)\s+-\s+(.*)$"


class SoundCard(Struct, frozen=True):
    """A sound card, as one line of /proc/asound/cards describes it."""

    index: int
    id: str
    driver: str
    name: str
    plugging: int = 0
    """A number that changes each time the card is plugged in."""

    @property
    def usb(self) -> bool:
        return self.driver.lower().startswith("usb")

    @property
    def hdmi(self) -> bool:
        """True if the card is the HDMI output for a screen. Such a card plays even if nobody can hear it."""
        return "hdmi" in f"{self.driver} {self.id} {self.name}".lower()

    @property
    def device_that_waits(self) -> str:
        """The name of the card in alsa.conf. Under this name, ALSA's thread can wait for the card."""
        return f"waiting:CARD={self.id}"

    @property
    def device(self) -> str:
        """The name of the card under other ALSA settings. `plughw` converts formats that the card cannot play."""
        return f"plughw:CARD={self.id},DEV=0"


def read_cards(asound: Path = ASOUND, snd: Path = SND) -> list[SoundCard]:
    """Return the present cards, or none on a machine without ALSA."""
    try:
        text = (asound / "cards").read_text(errors="replace")
    except OSError:
        return []
    found = (re.match(_CARD, line) for line in text.splitlines())
    return [SoundCard(int(m[1]), m[2], m[3], m[4].strip(), _plug_number(snd, m[1])) for m in found if m]


def _plug_number(snd: Path, index: str) -> int:
    """Return a number that is new each time the card is plugged in: the inode of the file that the kernel creates for
    it each time."""
    try:
        return (snd / f"controlC{index}").stat().st_ino
    except OSError:
        return 0


def rank_cards(there: Iterable[SoundCard], wish: str, current: str = "") -> list[SoundCard]:
    """Return the cards that may be used, best first: the chosen card, then USB cards, then all others except HDMI."""
    worth = [card for card in there if card.id == wish or not card.hdmi]
    return sorted(worth, key=lambda card: (card.id != wish, not card.usb, card.id != current, card.index))


def card_sentence(there: Iterable[SoundCard], wish: str) -> str:
    """Return a sentence about the cards, for the command `check`."""
    there = list(there)
    best = next(iter(rank_cards(there, wish)), None)
    names = ", ".join(card.id for card in there) or "none"
    if best is None:
        return f"No sound card to play through (found: {names}); plug in a USB speaker."
    if wish and best.id != wish:
        return (
            f"Sound card '{wish}' is not there (found: {names}); '{best.id}' is used. Set `sound.card` to one of these."
        )
    return f"Sound card '{best.id}' ({best.name})."


_FIRST_PAUSE: Seconds = 2.0
_LONGEST_PAUSE: Seconds = 600.0
"""The longest pause before a card that could not be opened is tried again. The pauses double each time. A newly
plugged-in card may not have its permissions yet. If another program uses the card, the card that plays now is not
interrupted."""


class _Refusal(Struct, frozen=True):
    """Says why a card could not be opened, and when the next attempt is due."""

    why: str
    until: float
    pause: Seconds


class CardChoice:
    """Chooses among the present cards. Remembers the wanted card, the card that has played, and the cards that could
    not be opened."""

    def __init__(self, clock: Clock, cards: Callable[[], list[SoundCard]], wish: str) -> None:
        self._clock, self._cards, self._wish = clock, cards, wish
        self._speaker = ""
        self._refusals: dict[str, _Refusal] = {}

    def candidates(self) -> list[SoundCard]:
        """Return the cards to try, in order. If all have failed recently, return all of them again."""
        return self._cards_to_try("") or self._ranked_cards("")

    def is_best(self, card: SoundCard) -> bool:
        """Say whether the playing card was never unplugged, and no better card is worth a try."""
        return next((best == card for best in self._cards_to_try(card.id)), False)

    def note_refusal(self, card: SoundCard, why: str) -> None:
        before = self._refusals.get(card.id)
        pause = min(_LONGEST_PAUSE, before.pause * 2) if before else _FIRST_PAUSE
        self._refusals[card.id] = _Refusal(why, self._clock.now() + pause, pause)

    def note_playing(self, card: SoundCard) -> str:
        """Note that this card plays. Return why a better card does not play, or an empty string."""
        self._refusals.pop(card.id, None)
        better = takewhile(lambda each: each.id != card.id, self._ranked_cards(card.id))
        reason = next((self._refusals[each.id].why for each in better if each.id in self._refusals), "")
        if reason:
            return f"{reason} It is '{card.id}' that plays."
        missed = self._absent_speaker(card)
        if missed:
            return f"Speaker '{missed}' is not there; '{card.id}' plays. Plug it in, or set another card."
        self._speaker = card.id if card.usb else ""
        return ""

    def silence_reason(self) -> str:
        reasons = (self._refusals[card.id].why for card in self._ranked_cards("") if card.id in self._refusals)
        absence = f"Speaker '{self._wish}' is not there" if self._wish else "There is no speaker"
        return next(reasons, f"{absence}; plug it in.")

    def _absent_speaker(self, card: SoundCard) -> str:
        """Return the name of a missing speaker: the card in the settings, or otherwise the USB speaker that was
        unplugged. An unplugged speaker is reported only while the board's own output plays, because that output accepts
        sound even if nothing is connected to it."""
        if self._wish:
            return "" if card.id == self._wish else self._wish
        return "" if card.usb else self._speaker

    def _cards_to_try(self, current: str) -> list[SoundCard]:
        now = self._clock.now()
        waiting = {card for card, refusal in self._refusals.items() if now < refusal.until}
        return [card for card in self._ranked_cards(current) if card.id not in waiting]

    def _ranked_cards(self, current: str) -> list[SoundCard]:
        """Return the present cards, best first. Failures of a card that was unplugged are forgotten."""
        found = self._cards()
        self._refusals = {card.id: self._refusals[card.id] for card in found if card.id in self._refusals}
        return rank_cards(found, self._wish, current)


class _Package(ModuleType):
    """A package whose `__init__` is only executed when somebody asks for a missing attribute."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__class__ = ModuleType  # type: ignore[assignment]  # from here on an ordinary module
        self.__spec__.loader.exec_module(self)  # type: ignore[union-attr]  # it came from a spec with a loader
        return getattr(self, name)


class Pygame(NamedTuple):
    """The objects of pygame that the box uses. `pause` and `resume` control the stream."""

    mixer: Any
    error: type[Exception]
    pause: Callable[[], object]
    resume: Callable[[], object]


def import_mixer() -> Pygame:
    """Import `pygame.mixer`, and prevent SDL from handling signals. Otherwise SDL would catch SIGTERM."""
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    spec = None if "pygame" in sys.modules or sys.platform == "win32" else importlib.util.find_spec("pygame")
    if spec is not None:  # Windows finds SDL's libraries only through the package itself
        sys.modules["pygame"] = _bare_package(spec)
    mixer = importlib.import_module("pygame.mixer")
    return Pygame(mixer, importlib.import_module("pygame.base").error, *_stream_switch(mixer.music))


def _stream_switch(music: Any) -> tuple[Callable[[], object], Callable[[], object]]:
    """Return the functions of SDL that pause and resume the stream. pygame's own functions hold Python's lock while
    they wait for the sound lock. At the end of a clip, the sound thread holds the sound lock while it waits for
    Python's lock, so the program could hang forever. A call through ctypes releases Python's lock first."""
    sdl = mapped_library("libSDL2_mixer")
    return (sdl.Mix_PauseMusic, sdl.Mix_ResumeMusic) if sdl else (music.pause, music.unpause)


def mapped_library(name: str, systems: str = "", maps: Path = MAPPED) -> Any:
    """Open the library of this name that is already loaded into this process, or else the system's library. Return None
    if neither exists."""
    import ctypes  # once the device is opened: at power-on nobody needs it

    try:
        rows = maps.read_text("utf-8", "replace").splitlines()
    except OSError:
        rows = []
    file = next((file for file in (row.split(maxsplit=5)[-1] for row in rows) if name in file), systems)
    try:
        return ctypes.CDLL(file) if file else None
    except OSError:
        return None


def _bare_package(spec: ModuleSpec) -> ModuleType:
    package = importlib.util.module_from_spec(spec)
    package.__class__ = _Package
    return package


_ALSA = Path(__file__).with_name("alsa.conf")

_SERVER_LATENCY, _SERVER_BUFFERS = "PULSE_LATENCY_MSEC", 3
"""The environment variable that asks a sound server for a latency, and the number of our buffers to ask for. SDL asks
for one buffer and keeps a quarter of it ready, so a delay of 5 ms causes a gap. With three buffers, two are ready.
Through ALSA, a card has two buffers, one of them ready. If the variable is already set, its value stays."""


class Output(Struct):
    """Says where sound is played. Without a `driver` SDL chooses the device, as on a laptop. The driver `alsa` plays
    through a card by its id. With `is_ear` it is the private ear, for which people may choose another card at any
    time."""

    settings: SoundSettings
    driver: str = ""
    is_ear: bool = False
    chosen_ear: str = ""

    @property
    def ear(self) -> str:
        return self.chosen_ear or self.settings.ear


def cards_for_ear(sound: SoundSettings, found: Sequence[SoundCard]) -> tuple[str, ...]:
    fits = (card for card in found if cards_for(Output(sound, is_ear=True, chosen_ear=card.id), found))
    return tuple(card.id for card in fits if not card.hdmi)


def cards_for(output: Output, found: Sequence[SoundCard]) -> list[SoundCard]:
    """Return the cards that an output may use. The private ear has one card, which is never the speaker. If two cards
    are of the same kind, their ids depend on the order of plugging in, and the only card present may be the speaker; so
    none of these may be the ear."""
    speaker, ear = output.settings.card, output.ear
    others = [card for card in found if card.id == speaker or card.id != ear]
    if not output.is_ear:
        return others
    kinds = [card.name for card in others]
    return (
        [card for card in found if card not in others and card.name not in kinds] if rank_cards(others, speaker) else []
    )


class DeviceOpener:
    """Opens the sound device. Environment variables tell SDL which device to use."""

    def __init__(
        self,
        output: Output,
        chooser: CardChoice,
        environ: MutableMapping[str, str],
        load_mixer: Callable[[], Pygame],
    ) -> None:
        self._output, self._chooser = output, chooser
        self._environ, self._load_mixer = environ, load_mixer
        self._card: SoundCard | None = None

    def open(self) -> tuple[Pygame, str]:
        """Return the open mixer, and a sentence about anything that is not as wanted. Raises `NoSound` if no device can
        be opened."""
        self._card = None
        return self._open_card() if self._output.driver == "alsa" else (self._open_served(), "")

    def is_best(self) -> bool:
        """Say whether the opened card is still present and no better card can be tried. A device that SDL chose always
        counts as the best."""
        return self._card is None or self._chooser.is_best(self._card)

    def _open_served(self) -> Pygame:
        """Open the device of a sound server. The environment variable for our buffers is only set meanwhile, because
        players that others start need other buffers."""
        told = self._environ.get(_SERVER_LATENCY)
        self._environ[_SERVER_LATENCY] = told or str(
            _SERVER_BUFFERS * 1000 * self._output.settings.buffer // SAMPLE_RATE
        )
        try:
            return self._open_as({"SDL_AUDIODRIVER": self._output.driver} if self._output.driver else {})
        finally:
            if told is None:
                del self._environ[_SERVER_LATENCY]

    def _open_card(self) -> tuple[Pygame, str]:
        for card in self._chooser.candidates():
            try:
                opened = self._open_through(card)
            except NoSound as error:
                self._chooser.note_refusal(card, str(error))
            else:
                self._card = card
                return opened, self._chooser.note_playing(card)
        raise NoSound(self._chooser.silence_reason())

    def _open_through(self, card: SoundCard) -> Pygame:
        """Open a card so that ALSA's thread waits for it. If this fails, for example with the owner's own ALSA
        settings, open the card in the plain way."""
        self._environ.setdefault("ALSA_CONFIG_PATH", os.fspath(_ALSA))
        try:
            return self._open_as({"SDL_AUDIODRIVER": "alsa", "AUDIODEV": card.device_that_waits})
        except NoSound:
            return self._open_as({"SDL_AUDIODRIVER": "alsa", "AUDIODEV": card.device})

    def _open_as(self, settings: Mapping[str, str]) -> Pygame:
        self._environ.update(settings)
        try:
            pygame = self._load_mixer()
        except ModuleNotFoundError as error:
            raise NoSound("pygame is not installed, so nothing can be heard; run: pip install pygame") from error
        except ImportError as error:
            raise NoSound(
                f"pygame misses a part of the system ({error}); run: sudo apt install libglib2.0-0"
            ) from error
        try:
            pygame.mixer.init(SAMPLE_RATE, -16, 2, self._output.settings.buffer, allowedchanges=0)
        except pygame.error as error:
            raise NoSound(_refusal_sentence(settings, str(error))) from error
        return pygame


def _refusal_sentence(settings: Mapping[str, str], error: str) -> str:
    speaker = settings.get("AUDIODEV", "the sound device of this computer")
    why = "is in use by another program; end that one" if "busy" in error.lower() else f"cannot be opened ({error})"
    return f"Sound: {speaker} {why}."
