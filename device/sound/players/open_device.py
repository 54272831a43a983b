"""Opens the sound device through `pygame.mixer`: a card through ALSA by its id, or what SDL finds on a laptop.

`pygame.mixer` is imported without the rest of pygame, whose package imports fifty modules the box never uses. The
package is put in place unexecuted; whoever asks it for anything but a submodule executes it after all, so that other
users of pygame in the same process find it whole.
"""

import importlib
import importlib.util
import os
import sys
from collections.abc import Callable, Mapping, MutableMapping
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from msgspec import Struct

from device.kernel.settings import SoundSettings
from device.sound.player import SAMPLE_RATE, NoSound
from device.sound.players.cards import CardChoice, SoundCard


class _Package(ModuleType):
    """A package that runs its `__init__` when it is first asked for something that is not there yet."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__class__ = ModuleType  # type: ignore[assignment]  # from here on an ordinary module
        self.__spec__.loader.exec_module(self)  # type: ignore[union-attr]  # it came from a spec with a loader
        return getattr(self, name)


class Pygame(NamedTuple):
    """The two things of pygame that the house uses."""

    mixer: Any
    error: type[Exception]


def import_mixer() -> Pygame:
    """Import `pygame.mixer`, with SDL kept away from signals: it would swallow SIGTERM."""
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    spec = None if "pygame" in sys.modules or sys.platform == "win32" else importlib.util.find_spec("pygame")
    if spec is not None:  # Windows finds SDL's libraries only through the package itself
        sys.modules["pygame"] = _unexecuted(spec)
    mixer = importlib.import_module("pygame.mixer")
    return Pygame(mixer, importlib.import_module("pygame.base").error)


def _unexecuted(spec: ModuleSpec) -> ModuleType:
    package = importlib.util.module_from_spec(spec)
    package.__class__ = _Package
    return package


_ALSA = Path(__file__).with_name("alsa.conf")

_SERVER_LATENCY, _SERVER_BUFFERS = "PULSE_LATENCY_MSEC", 3
"""SDL asks a sound server for one buffer, and a quarter of it is in hand there: what comes 5 ms late is a hole.
Of three, two are in hand. A card through ALSA has two, and one in hand. Whoever has set this otherwise is obeyed."""


class Output(Struct, frozen=True):
    """The way the sound goes. No `driver` is SDL's own choice, as on a laptop; `alsa` plays through a card by its
    id."""

    settings: SoundSettings
    driver: str = ""


class DeviceOpener:
    """Opens the device: SDL is told by the environment which one."""

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
        """The mixer, open, and what is not as it was wished. Raises `NoSound` where nothing can be opened."""
        self._card = None
        return self._open_card() if self._output.driver == "alsa" else (self._open_served(), "")

    def is_best(self) -> bool:
        """Whether the card that was opened is there, and no better one came. What SDL chose is always good."""
        return self._card is None or self._chooser.is_best(self._card)

    def _open_served(self) -> Pygame:
        """Open what a sound server gives. The server is told of our buffers for this opening alone: players that others
        start have their own."""
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
        """Open the best card that can be had."""
        for card in self._chooser.candidates():
            try:
                opened = self._open_through(card)
            except NoSound as error:
                self._chooser.refused(card, str(error))
            else:
                self._card = card
                return opened, self._chooser.took(card)
        raise NoSound(self._chooser.none())

    def _open_through(self, card: SoundCard) -> Pygame:
        """Open a card so that the thread of ALSA waits for it; plainly where that cannot be, as under ALSA settings of
        one's own."""
        self._environ.setdefault("ALSA_CONFIG_PATH", os.fspath(_ALSA))
        try:
            return self._open_as({"SDL_AUDIODRIVER": "alsa", "AUDIODEV": card.waiting_device})
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
            raise NoSound(_refusal(settings, str(error))) from error
        return pygame


def _refusal(settings: Mapping[str, str], error: str) -> str:
    speaker = settings.get("AUDIODEV", "the sound device of this computer")
    why = "is in use by another program; end that one" if "busy" in error.lower() else f"cannot be opened ({error})"
    return f"Sound: {speaker} {why}."
