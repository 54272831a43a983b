"""Provides a pin factory for gpiozero on the kernel's own line events: `GPIOZERO_PIN_FACTORY=gpiod`.

Everything below the factory needs only gpiod, so gpiozero is imported when somebody asks for the factory."""

from typing import TYPE_CHECKING, Any

from gpiozero_gpiod.stamp import EdgeTicks

if TYPE_CHECKING:
    from gpiozero_gpiod.factory import GpiodFactory
    from gpiozero_gpiod.pin import GpiodPin

__all__ = ["EdgeTicks", "GpiodFactory", "GpiodPin"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from gpiozero_gpiod import factory

    return getattr(factory, name)
