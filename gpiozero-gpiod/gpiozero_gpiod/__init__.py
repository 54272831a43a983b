"""A pin factory for gpiozero on the kernel's own line events: `GPIOZERO_PIN_FACTORY=gpiod`."""

from gpiozero_gpiod.factory import GpiodFactory
from gpiozero_gpiod.pin import GpiodPin
from gpiozero_gpiod.stamp import EdgeTicks

__all__ = ["EdgeTicks", "GpiodFactory", "GpiodPin"]
