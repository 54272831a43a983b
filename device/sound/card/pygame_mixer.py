"""Imports `pygame.mixer` without the rest of pygame, whose package imports fifty modules the box never uses.

The package is put in place unexecuted; whoever asks it for anything but a submodule executes it after all, so that
other users of pygame in the same process find it whole."""

import importlib
import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, NamedTuple


class _Package(ModuleType):
    """A package that runs its `__init__` when it is first asked for something that is not there yet."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        self.__class__ = ModuleType  # type: ignore[assignment]  # from here on an ordinary module
        self.__spec__.loader.exec_module(self)  # type: ignore[union-attr]  # it came from a spec with a loader
        return getattr(self, name)


class Pygame(NamedTuple):
    """What the house uses of pygame."""

    mixer: Any
    error: type[Exception]


def import_mixer() -> Pygame:
    """With SDL kept away from signals: it would swallow SIGTERM."""
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
