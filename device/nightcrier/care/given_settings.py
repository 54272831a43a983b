"""Check a file of settings from people before any setting in it is used.

On a running box, a wrong value disables only one setting. In a file from people all faults are reported at once, and
the file is refused until it is corrected. A box joins a hall with two files: settings of the network, and the password
for the broker."""

import codecs
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.care.given_files import OWN_SETTINGS
from nightcrier.care.safe_change import BEFORE, take_away
from nightcrier.kernel.chores import HALL_PASSWORD, HALL_SETTINGS
from nightcrier.kernel.errors import BadFile, told_at_once
from nightcrier.kernel.files import DISK, Files
from nightcrier.kernel.reading import parse_tables
from nightcrier.kernel.settings import SHIPPED, HallSettings, MqttSettings, NetSettings, Settings
from nightcrier.kernel.settings_files import SettingFault, load_settings
from nightcrier.words.catalogue import LANGUAGES

_READER = "nightcrier-net"
"""The Unix group that may read the file. The program that talks to the broker runs in that group."""


def settings_given(shown: str, content: bytes, below: tuple[Path, ...] = ()) -> Settings:
    """Return the settings from `content`, which change the settings of the files `below`. Raises BadFile."""
    settings, faults = _read((content,), below)
    if faults:
        raise told_at_once(BadFile(shown, fault.key, fault.wrong) for fault in faults)
    return settings


def _read(contents: Iterable[bytes], below: tuple[Path, ...]) -> tuple[Settings, tuple[SettingFault, ...]]:
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        files = {Path(folder) / f"given-{number}.toml": content for number, content in enumerate(contents)}
        for file, content in files.items():
            file.write_bytes(content)
        return load_settings(DISK, (*below, *files), LANGUAGES)


def net_changes(now: Iterable[bytes], then: Iterable[bytes], shipped: Path) -> Iterator[str]:
    """Yield each setting of the network that changes if the box reads the files `then` instead of the files `now`.
    Wrong settings are skipped."""
    was, will = (dict(_each_setting("net", _read(files, (shipped,))[0].net)) for files in (now, then))
    yield from (f"{key} = {value!r}" for key, value in will.items() if was[key] != value)


def _each_setting(above: str, table: Struct) -> Iterator[tuple[str, object]]:
    for key in table.__struct_fields__:
        value = getattr(table, key)
        yield from _each_setting(f"{above}.{key}", value) if isinstance(value, Struct) else ((f"{above}.{key}", value),)


def settings_in(content: bytes) -> str:
    """Return the right file name for settings in a file with a wrong name. Return "" if the content is not settings."""
    try:
        plain = parse_tables(content, "")
    except BadFile:
        return ""
    tables = {name: value for name, value in plain.items() if isinstance(value, dict)}
    if not tables or not tables.keys() <= set(Settings.__struct_fields__):
        return ""
    return HALL_SETTINGS if "hall" in tables.get("net", {}) else OWN_SETTINGS


def check_hall_settings(shown: str, content: bytes) -> NetSettings:
    """Return the settings of the network. Refuse a file that names no hall or no broker, or that sets anything else of
    a box. Raises BadFile."""
    settings = settings_given(shown, content)
    if replace(settings, net=SHIPPED.net) != SHIPPED:
        raise BadFile(shown, "", "sets more than [net]; take the rest out, or call the file device.toml")
    if not settings.net.hall.name or not settings.net.mqtt.broker:
        raise BadFile(shown, "", "names no hall or no broker; make it anew at the page of the hall")
    return settings.net


HALL_AT = re.compile(r"[a-z0-9-]{1,32} · [A-Za-z0-9.:-]{1,254}")
"""The pattern of a hall and its broker, as the glass shows them to people who must agree."""


def check_hall_by_phone(shown: str, content: bytes) -> str:
    """Return the hall and its broker. Refuse a file of a phone that sets more than the address of the hall. Other
    settings, such as the file of the password, could send the box's password to a guest's broker. Raises BadFile."""
    net = check_hall_settings(shown, content)
    mqtt, hall = net.mqtt, net.hall
    if mqtt.password_file:
        raise BadFile(shown, "net.mqtt.password_file", "goes with a password; put both on a stick")
    told = MqttSettings(mqtt.broker, mqtt.port, mqtt.tls, "", mqtt.name, "", mqtt.table)
    if net != NetSettings(enabled=True, mqtt=told, hall=HallSettings(hall.name, hall.title)):
        raise BadFile(shown, "", "says more than where a hall is; put it on a stick")
    return f"{hall.name} · {mqtt.broker}"


def leave_hall(own: Path, disk: Files = DISK) -> None:
    """Take away the settings and the password of a hall, with all copies. The settings go last: as long as they are
    there, the menu offers to leave, so an interrupted leaving can be done again. Raises OSError."""
    for name in (HALL_PASSWORD, f"{HALL_PASSWORD}{BEFORE}", f"{HALL_SETTINGS}{BEFORE}", HALL_SETTINGS):
        take_away(own / name, disk)


def check_hall_password(shown: str, content: bytes) -> None:
    """Refuse a password that is not one row of text. Raises BadFile."""
    try:
        password = content.decode().strip()
    except UnicodeDecodeError:
        password = ""
    if not password.isprintable() or not password:
        raise BadFile(shown, "", "is no password; write it as one row of text")


MOST_OF_WIFI = 2**10
"""The maximum size of the text `wifi.txt`, in bytes. The card's script `radio` reads no more."""
_NAME_BYTES, _PASSWORD = 32, re.compile(rb".{8,63}|[0-9A-Fa-f]{64}", re.DOTALL)


def check_wifi(shown: str, content: bytes) -> None:
    """Refuse a text with a name or a password that no Wi-Fi has. The text stays on the card, where `radio` reads it at
    each start. Raises BadFile."""
    is_wide = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(shown, "", "is no text in UTF-8; save it again as UTF-8") from None
    name, password, *_ = *(line.encode() for line in re.split("[\r\n]", text) if line.strip(" \t\v\f")), b"", b""
    if len(name) > _NAME_BYTES:
        raise BadFile(shown, "", "has a first line that is too long for a Wi-Fi; write its name alone there")
    if password and not _PASSWORD.fullmatch(password):
        wrong = "has a second line that is no password of a Wi-Fi, which has 8 to 63 letters"
        raise BadFile(shown, "", f"{wrong}; write it alone there")


def give_to_net(place: Path) -> None:
    """Let the program that talks to the broker read a file. If that program is not installed, nothing is changed."""
    with suppress(LookupError, PermissionError):
        shutil.chown(place, group=_READER)
