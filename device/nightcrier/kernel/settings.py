"""Defines the settings of a box. Each setting is one field with its default and bounds; people read the comment above
it.

`./run -m image.shipped_files` writes `config/device.toml` from this file. No other file has a default."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

PinLibrary: TypeAlias = Literal["gpiod", "lgpio", "rpigpio"]
"""The library that reads the pins: gpiod with the line events of the kernel, or a pin factory of gpiozero."""

ExplainFirst: TypeAlias = Literal["always", "new", "never"]

Scanning: TypeAlias = Literal["off", "one", "two"]
"""The number of switches that do everything: all controls are used, START alone, or START and BACK."""

# 0 to 3 are not for free use: an EEPROM of an add-on board and the I2C bus of the screen lie there.
_Pin: TypeAlias = Annotated[int, Meta(ge=4, le=27)]
_Percent: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
_Level: TypeAlias = Annotated[int, Meta(ge=0, le=255)]
_Audible: TypeAlias = Annotated[int, Meta(ge=5, le=100)]
_FileOrNone: TypeAlias = Annotated[
    str, Meta(pattern=r"^(/[^\x00-\x1f]{1,200})?\Z", description='the whole path of a file, from /, or ""')
]
_TIME = "([01][0-9]|2[0-3]):[0-5][0-9]"


class PanelSettings(Struct, frozen=True):
    """The buttons, the dial and the lamp, by their GPIO (BCM) numbers."""

    # GPIO (BCM) numbers, 4 to 27, of the parts. The other leg of each goes to ground.
    start: _Pin = 17
    back: _Pin = 27
    dial_press: _Pin = 22
    dial_a: _Pin = 23
    dial_b: _Pin = 24
    # true: a pressed button pulls its pin to ground (the box switches the Pi's own pull-ups on).
    # false: it pulls the pin to 3.3 V.
    active_low: bool = True
    # How long, in milliseconds (1 to 50), a contact may chatter after it moved.
    bounce_ms: Annotated[int, Meta(ge=1, le=50)] = 15
    # From how long, in milliseconds (300 to 3000), a press is a hold.
    hold_ms: Annotated[int, Meta(ge=300, le=3000)] = 800
    # How soon, in milliseconds (0 to 1000), a second press of the same switch is still the first, struck twice by a
    # shaking hand. `hold_ms`, `strike_ms`, `swap`, `scanning` and `reverse` are in the menu: Device, Hands.
    strike_ms: Annotated[int, Meta(ge=0, le=1000)] = 200
    # true: START and BACK change places.
    swap: bool = False
    # Whether one or two switches do everything: "off"; "one": START alone, which takes what the box offers in turn;
    # "two": BACK goes on to the next offer, START takes it.
    scanning: Scanning = "off"
    # Signal changes from one click of the dial to the next: 4, 2 or 1.
    # Two clicks for one step on the screen: halve it. Two steps for one click: double it.
    edges_per_detent: Literal[1, 2, 4] = 4
    # true: the dial counts the other way round.
    reverse: bool = False
    # GPIO numbers of the lamp: [] for none, one for a plain lamp, three for red, green and blue.
    lamp_pins: Annotated[tuple[_Pin, ...], Meta(max_length=3)] = ()
    # What drives the pins: "gpiod", the kernel's own line events; or, where that is not to be had, "lgpio" or "rpigpio"
    # (sudo apt install python3-lgpio or python3-rpi.gpio), which cost more of the processor.
    # Linux 7 as Debian builds it (the card) answers gpiod alone.
    library: PinLibrary = "gpiod"


INPUT_PINS = tuple(name for name, kind in PanelSettings.__annotations__.items() if kind == _Pin)
"""The settings of the panel that hold one pin each. They are the pins of the controls."""


class ScreenSettings(Struct, frozen=True):
    """The glass, and the wires to which it is connected."""

    # What drives the glass: "ssd1306", "ssd1309", "sh1106", or "none" for a box without a screen.
    # A bright stripe at the edge of the picture is the sign of an sh1106 driven as an ssd1306, or the other way round.
    controller: Literal["ssd1306", "ssd1309", "sh1106", "none"] = "ssd1306"
    # The I2C bus (1 on the pins 3 and 5 of the header) and the address there: 0x3C, on some glasses 0x3D.
    bus: Annotated[int, Meta(ge=0, le=30)] = 1
    address: Annotated[int, Meta(ge=0x08, le=0x77, description="an address from 0x08 to 0x77, mostly 0x3C")] = 0x3C
    # true: the box stands on its head.
    upside_down: bool = False
    # Where the picture begins in the memory of an sh1106: 2, on some glasses 0 to 4.
    column_offset: Annotated[int, Meta(ge=0, le=4)] = 2
    # Brightness by day and by night, 0 to 255; 0 still glows.
    contrast: _Level = 160
    night_contrast: _Level = 1
    # After how many minutes (1 to 240) without a touch the screen goes dark.
    sleep_minutes: Annotated[int, Meta(ge=1, le=240)] = 10


_CARD = r"^[A-Za-z0-9_-]{0,31}$"


class SoundSettings(Struct, frozen=True):
    """The sound card, by its ALSA id. If the id is empty, the best sound card is used."""

    # The ALSA id of the sound card (in square brackets in `cat /proc/asound/cards`), such as "Device".
    # "" takes the best card there is: USB first, then the first other one in that list, never a screen's HDMI socket.
    # An add-on board beside a headphone socket, and HDMI, have to be named.
    card: Annotated[str, Meta(pattern=_CARD)] = ""
    # The ALSA id of a second sound card, of another kind, with one earphone that goes round with the box: what the
    # screen shows to one seat alone is said there, and nothing else. "" for none. docs/without-cards.md
    ear: Annotated[str, Meta(pattern=_CARD)] = ""
    # Samples mixed at once: 512, 1024 or 2048. Fewer is quicker under the thumb, more is safer on a slow Pi.
    buffer: Literal[512, 1024, 2048] = 1024
    # Loudness at the very first start, in percent; afterwards the box comes back as it was left.
    first_volume: _Percent = 50
    # The ceiling in percent, 5 to 100: nothing is heard louder, whatever people choose. 50 sounds half as loud as 100.
    max_volume: _Audible = 100
    # Quiet hours with a lower ceiling, written "22:00-07:00"; "00:00-24:00" is all day, "" none. They need the time,
    # which a Pi has from the network, or from a clock with a battery: until one has told it, there are none.
    # `nightcrier check` says whether.
    quiet_hours: Annotated[
        str,
        Meta(
            pattern=rf"^((?!(.{{5}})-\2)({_TIME})-({_TIME}|24:00))?\Z",
            description='two different times such as "22:00-07:00", "00:00-24:00" for all day, or ""',
        ),
    ] = ""
    # The ceiling in quiet hours, in percent.
    quiet_volume: _Audible = 40


Welcome: TypeAlias = Literal["box", "always", "never"]
"""The boxes that welcome people on first use: boxes with buttons of their own, all boxes, or no box."""


class TableSettings(Struct, frozen=True):
    """The first choices of a box that was never used before."""

    # The languages of a box that was never used before, one or two:
    # en, fa, uk, it, es, de, fr, zh-Hant, ja, th.
    languages: Annotated[tuple[str, ...], Meta(min_length=1, max_length=2)] = ("en",)
    # Whether a box that was never used before asks for the language, shows its controls and tries one call: "box": one
    # with buttons of its own does, the simulated and the rehearsed one do not; "always"; "never": nor does the first
    # START ask how many play. Afterwards it is in the menu, under Device.
    welcome: Welcome = "box"
    # When the box offers to explain before a game: "always"; "new", where nobody here has played it, or with one of its
    # roles; or "never".
    explain: ExplainFirst = "new"


class MqttSettings(Struct, frozen=True):
    """The broker to which the second program connects, for Home Assistant and other listeners."""

    # The broker, which has to speak MQTT 5: its name or address in the home's network, such as "homeassistant.local";
    # "" for none. What the table then says and hears there: docs/network.md.
    broker: Annotated[
        str,
        Meta(
            pattern=r"^([A-Za-z0-9]([A-Za-z0-9.:-]{0,252}[A-Za-z0-9])?)?\Z",
            description='the name or address of a broker such as "homeassistant.local", or ""',
        ),
    ] = ""
    # Its port, 1 to 65535: mostly 1883, and 8883 with TLS.
    port: Annotated[int, Meta(ge=1, le=65535)] = 1883
    # true: with TLS, so that nobody on the way can read or change anything. The broker's certificate has to be of this
    # name, and vouched for by ca_file, a PEM file of your own authority; "" asks those that the system trusts.
    tls: bool = False
    ca_file: _FileOrNone = ""
    # The name that the broker asks for, "" for none; and the file whose first line is its password, "" for none.
    # `nightcrier-net` has to be able to read it, and nobody else should.
    name: Annotated[str, Meta(max_length=64, description="a text of up to 64 letters in quotes")] = ""
    password_file: _FileOrNone = ""
    # What this table is called in the topics: small letters, digits and -, up to 32. Two boxes at one broker need two.
    table: Annotated[
        str, Meta(pattern=r"^[a-z0-9-]{1,32}\Z", description="1 to 32 small letters, digits and - in quotes")
    ] = "table"
    # Where Home Assistant looks for what there is (its own default is this one); "": it is told nothing.
    discovery: Annotated[
        str, Meta(pattern=r"^[A-Za-z0-9_-]{0,32}\Z", description='a topic such as "homeassistant", or ""')
    ] = "homeassistant"


class HallSettings(Struct, frozen=True):
    """The settings for many tables at one broker, and for the organizer who looks after them (docs/hall.md)."""

    # The hall that this box stands in, as all boxes of it and `nightcrier-hall` call it: small letters, digits and -,
    # up to 32; "" for none. The broker is that of [net.mqtt].
    name: Annotated[
        str, Meta(pattern=r"^[a-z0-9-]{0,32}\Z", description='up to 32 small letters, digits and - in quotes, or ""')
    ] = ""
    # What the organiser sees of this table, up to 32 letters, such as "By the window"; "": its name in [net.mqtt].
    title: Annotated[str, Meta(max_length=32, description="a text of up to 32 letters in quotes")] = ""
    # For the machine of the organiser alone, which runs `nightcrier-hall`: the port of the page, 1024 to 65535, and the
    # file whose first line is the password that lets the organiser in, 10 letters at least.
    port: Annotated[int, Meta(ge=1024, le=65535)] = 8090
    password_file: _FileOrNone = ""


class NetSettings(Struct, frozen=True):
    """The settings of the second program, `nightcrier net`, which serves a page in the home's network."""

    # true: it is on from the start and for good, as for a broker or a hall; else the row "Phone" of the menu opens it
    # for an evening. docs/network.md says what it may do.
    enabled: bool = False
    # Where phones find the page: the port, 1024 to 65535.
    port: Annotated[int, Meta(ge=1024, le=65535)] = 8080
    # true: the page is encrypted with a certificate of the box's own, so that a phone lends it its microphone; phones
    # warn of it once. docs/network.md tells how it is compared.
    tls: bool = False
    # true: a phone that was let in may send an update, which is taken if it is signed as for a stick. Decks and voices
    # may be sent always.
    updates: bool = False
    mqtt: MqttSettings = MqttSettings()
    hall: HallSettings = HallSettings()


class Settings(Struct, frozen=True):
    panel: PanelSettings = PanelSettings()
    screen: ScreenSettings = ScreenSettings()
    sound: SoundSettings = SoundSettings()
    table: TableSettings = TableSettings()
    net: NetSettings = NetSettings()


SHIPPED = Settings()
"""The default settings of a new box, for code that is given no others."""
