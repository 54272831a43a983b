"""How to get at the pins: which of gpiozero's pin factories, and what it needs before it is imported."""

import os
from importlib import import_module
from typing import Any, TypeAlias

from device.kernel.settings import SHIPPED, PinLibrary
from device.panel.port import PanelLost

Factory: TypeAlias = Any
"""A gpiozero pin factory; the package carries no types."""

_FACTORIES = {"lgpio": "LGPIOFactory", "rpigpio": "RPiGPIOFactory", "mock": "MockFactory"}

_NEEDS = "run `nightcrier check` to see what is missing, or `nightcrier sim` to play without a box"


def open_factory(library: PinLibrary = SHIPPED.panel.library) -> Factory:
    """The pins of this machine. Raises `PanelLost`."""
    try:
        import gpiozero

        if gpiozero.Device.pin_factory is None:
            gpiozero.Device.pin_factory = _made_factory(library)
    except ModuleNotFoundError as missing:
        raise PanelLost(f"No buttons: {missing.name or missing} is not installed; {_NEEDS}.") from missing
    except Exception as refused:
        raise PanelLost(f"No buttons: this machine gives no GPIO pins ({refused}); {_NEEDS}.") from refused
    return gpiozero.Device.pin_factory


def _made_factory(library: PinLibrary) -> Factory:
    """The one that is set, unless gpiozero's own variable names another. gpiozero would try four of them, and tell of
    the last failure only."""
    import gpiozero

    if library == "gpiod" and "GPIOZERO_PIN_FACTORY" not in os.environ:
        from gpiozero_gpiod import GpiodFactory

        return GpiodFactory(consumer="nightcrier")
    name = os.environ.setdefault("GPIOZERO_PIN_FACTORY", library)
    if name == "lgpio":
        os.environ.setdefault("LG_WD", _writable_folder())
    if name in _FACTORIES:
        return _named_factory(name)
    gpiozero.Device.ensure_pin_factory()
    return gpiozero.Device.pin_factory


def _named_factory(name: str) -> Factory:
    """Without asking the entry points of everything that is installed, as gpiozero would, for 15 ms at power-on."""
    return getattr(import_module(f"gpiozero.pins.{name}"), _FACTORIES[name])()


def _writable_folder() -> str:
    """lgpio makes a pipe in the folder `LG_WD`, or in the working folder, which a service may not write to."""
    import tempfile

    return os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0] or tempfile.gettempdir()
