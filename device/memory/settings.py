"""What a box is wired to and how it starts, as typed tables. `config.py` fills them from the files.

The types say what is allowed; the defaults are those of `config/device.toml`, which explains every key.
"""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

# 0 to 3 are not for free use: an EEPROM of an add-on board and the I2C bus of the screen lie there.
Pin: TypeAlias = Annotated[int, Meta(ge=4, le=27)]
Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Level: TypeAlias = Annotated[int, Meta(ge=0, le=255)]


class Panel(Struct, frozen=True):
    """Buttons, dial and lamp, by their GPIO (BCM) numbers."""

    start: Pin = 17
    back: Pin = 27
    dial_press: Pin = 22
    dial_a: Pin = 23
    dial_b: Pin = 24
    active_low: bool = True
    bounce_ms: Annotated[int, Meta(ge=1, le=50)] = 15
    hold_ms: Annotated[int, Meta(ge=300, le=3000)] = 800
    edges_per_detent: Literal[1, 2, 4] = 4
    reverse: bool = False
    lamp_pins: Annotated[tuple[Pin, ...], Meta(max_length=3)] = ()
    library: Literal["gpiod", "lgpio", "rpigpio"] = "gpiod"


class Screen(Struct, frozen=True):
    """The glass and the wires it hangs on."""

    controller: Literal["ssd1306", "ssd1309", "sh1106", "none"] = "ssd1306"
    bus: Annotated[int, Meta(ge=0, le=30)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77, description="an address from 0x08 to 0x77, mostly 0x3C")] = 0x3C
    upside_down: bool = False
    column_offset: Annotated[int, Meta(ge=0, le=4)] = 2
    contrast: Level = 160
    night_contrast: Level = 1
    sleep_minutes: Annotated[int, Meta(ge=1, le=240)] = 10


class Sound(Struct, frozen=True):
    """The card, by its ALSA id; empty takes the best there is."""

    card: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,31}$")] = ""
    buffer: Literal[512, 1024, 2048] = 1024
    first_volume: Percent = 50


class Table(Struct, frozen=True):
    """What a box that was never used before starts with."""

    languages: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)] = ("en",)


class Settings(Struct, frozen=True):
    """Everything the two files can set."""

    panel: Panel = Panel()
    screen: Screen = Screen()
    sound: Sound = Sound()
    table: Table = Table()
