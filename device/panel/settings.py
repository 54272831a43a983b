"""What the panel must know of the box it sits in. The same names stand in `[panel]` and `[screen]` of the settings."""

from typing import Literal

from msgspec import Struct

from device.panel.pins import PinLibrary


class PanelSettings(Struct, frozen=True):
    """GPIO (BCM) numbers, and how switches and dial behave. `lamp_pins`: none, one light, or red, green and blue."""

    start: int = 17
    back: int = 27
    dial_press: int = 22
    dial_a: int = 23
    dial_b: int = 24
    active_low: bool = True
    bounce_ms: float = 15
    hold_ms: float = 800
    edges_per_detent: Literal[1, 2, 4] = 4
    reverse: bool = False
    lamp_pins: tuple[int, ...] = ()
    library: PinLibrary = "gpiod"


class ScreenSettings(Struct, frozen=True):
    """The glass and the wires it hangs on. An SH1106's glass begins some columns into its memory, mostly two."""

    controller: Literal["ssd1306", "ssd1309", "sh1106", "none"] = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    upside_down: bool = False
    column_offset: int = 2
