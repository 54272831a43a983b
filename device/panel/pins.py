"""How to get at the pins: which of gpiozero's pin factories, and what it needs before it is imported."""

import os
from importlib.util import find_spec
from typing import Any, TypeAlias

from device.panel.port import PanelLost

Factory: TypeAlias = Any
"""A gpiozero pin factory; the package carries no types."""

NEEDS = "run `nightcrier check` to see what is missing, or `nightcrier sim` to play without a box"


def open_factory() -> Factory:
    """The pins of this machine. Raises `PanelLost`."""
    _prepare()
    try:
        import gpiozero

        gpiozero.Device.ensure_pin_factory()
    except ImportError as missing:
        raise PanelLost(f"No buttons: {missing.name or missing} is not installed; {NEEDS}.") from missing
    except Exception as refused:
        raise PanelLost(f"No buttons: this machine gives no GPIO pins ({refused}); {NEEDS}.") from refused
    return gpiozero.Device.pin_factory


def _prepare() -> None:
    """Name one factory, for gpiozero would try four and tell of the last failure only. lgpio makes a pipe in the
    folder `LG_WD`, or in the working folder, which a service may not write to."""
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio" if find_spec("lgpio") or not find_spec("RPi") else "rpigpio")
    folder = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    os.environ.setdefault("LG_WD", folder or _temporary())


def _temporary() -> str:
    import tempfile  # costs as much as all else here; a service has its runtime folder

    return tempfile.gettempdir()
