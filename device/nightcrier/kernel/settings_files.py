"""Reads the settings, key by key, from the files of `config` and from those of the owner.

If a value cannot be used, only that value is ignored, and the earlier value stays. One sentence names the file, the
key, and what is allowed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Files
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import MOST_TOLD, allowed_by, read_tables
from nightcrier.kernel.settings import INPUT_PINS, SHIPPED, MqttSettings, NetSettings, Settings, TableSettings

LONGEST = 40


def one_of(values: Iterable[object]) -> str:
    return ", ".join(str(value) for value in values)


def value_text(value: object) -> str:
    """Return a value nearly as a file would contain it. Infinity and nan do not exist in JSON; they are written as in
    Python."""
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    try:
        return printable(msgspec.json.encode(value).decode())
    except ValueError:  # Python writes out no more than some thousand digits
        return "a number of so many digits"


def printable(text: str) -> str:
    """Cut a text to a maximum length, and replace characters that would disturb a terminal."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in text[:LONGEST])
    return shown if len(text) <= LONGEST else shown + "…"


def likely(key: str, known: Sequence[str]) -> str:
    """Return a piece of a sentence that names the known key that was probably meant."""
    from difflib import get_close_matches

    close = get_close_matches(key[:LONGEST], known, n=1)
    return f"{close[0]} is the nearest one" if close else f"those here are {one_of(known)}"


def describe(info: Any) -> str:
    if words := allowed_by(info):
        return words
    match info:
        case msgspec.inspect.BoolType():
            return "true or false"
        case msgspec.inspect.StrType(pattern=pattern):
            return "a text in quotes" + (" of letters, digits, - and _" if pattern else "")
        case msgspec.inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return f"a list of {least or 0} to {most}, each {describe(item)}"
    raise AssertionError(f"no words for {info}")


_DEFAULT = "the default is used"

_T = TypeVar("_T", bound=Struct)


class SettingFault(BadFile):
    """A fault of a setting: what is `wrong` with the setting, and what the box does `instead`."""

    def __init__(self, file: Path | str, key: str, wrong: str, instead: str = "") -> None:
        super().__init__(file, key, f"{wrong}; {instead}" if instead else wrong)
        self.wrong = wrong


def load_settings(
    disk: Files, paths: Iterable[Path], languages: Collection[str], kept: Path | None = None
) -> tuple[Settings, tuple[SettingFault, ...]]:
    """Return the settings of all files together. A missing file is ignored. This function never raises an error. With a
    folder `kept`, a file without faults is parsed as TOML only once."""
    settings, faults, copies = SHIPPED, list[SettingFault](), KeptCopies(kept)
    for path in paths:
        reader = _Reader(path, languages)
        known = copies.find(path, dict[str, Any])
        found = _read(disk, path, reader.faults) if known is None else known
        settings = reader.over(settings, found)
        if found and known is None and not reader.faults:
            copies.keep(path, found)
        faults += reader.worth_reading()
    return settings, tuple(faults)


def _read(disk: Files, path: Path, faults: list[SettingFault]) -> Mapping[str, Any]:
    """Return the tables of one file. If the file exists but cannot be read, add a fault and return no tables."""
    try:
        return read_tables(path, disk) if disk.exists(path) else {}
    except BadFile as wrong:
        faults.append(SettingFault(path, wrong.key, wrong.expected, "nothing in it is used"))
    return {}


class _Reader:
    """Applies the values of one file to the settings so far, and collects the faults of the file."""

    def __init__(self, path: Path, languages: Collection[str]) -> None:
        self._path, self._languages = path, languages
        self.faults: list[SettingFault] = []

    def worth_reading(self) -> list[SettingFault]:
        """Return the first faults. If there are many more, the last entry says how many."""
        more = len(self.faults) - MOST_TOLD
        if more <= 0:
            return self.faults
        return [*self.faults[:MOST_TOLD], SettingFault(self._path, "", f"has {more} more faults like these")]

    def over(self, settings: Settings, found: Mapping[str, Any]) -> Settings:
        laid, net = self._lay_over(settings, found, ""), found.get("net")
        named = net.get("mqtt") if isinstance(net, Mapping) else None
        mqtt = self._keep_password(settings.net.mqtt, laid.net.mqtt, named if isinstance(named, Mapping) else {})
        return self._check_together(settings, replace(laid, net=replace(laid.net, mqtt=mqtt)))

    def _keep_password(self, before: MqttSettings, after: MqttSettings, named: Mapping[str, Any]) -> MqttSettings:
        """Let a password count only for the broker that the same file names. Otherwise one file could have the password
        of another file's broker sent to a broker of its own."""
        is_same = after.broker == before.broker
        is_ours = named.get("broker") == after.broker if "password_file" in named else is_same
        if is_ours or not after.broker or not after.password_file:
            return after
        if "password_file" in named:
            self._fault("net.mqtt.password_file", "needs its broker beside it in the same file", "it is not used")
        return replace(after, password_file=before.password_file if is_same else "")

    def _lay_over(self, table: _T, found: Mapping[str, Any], prefix: str) -> _T:
        """Return the settings table with the values of the file in it. Inner tables are treated in the same way."""
        self._name_unknown(prefix, found, table.__struct_fields__)
        taken: dict[str, Any] = {}
        for field in fields(table):
            if field.name not in found:
                continue
            key, value, now = f"{prefix}{field.name}", found[field.name], getattr(table, field.name)
            if not isinstance(now, Struct):
                taken |= self._take_value(field, key, value)
            elif isinstance(value, Mapping):
                taken[field.name] = self._lay_over(now, value, f"{key}.")
            else:
                self._fault(key, f"must be a table, written [{key}]", _DEFAULT)
        return replace(table, **taken)

    def _take_value(self, field: FieldInfo, key: str, value: object) -> dict[str, Any]:
        try:
            return {field.name: msgspec.convert(value, field.type)}
        except (msgspec.ValidationError, RecursionError):
            words = describe(msgspec.inspect.type_info(field.type))
            self._fault(key, f"{value_text(value)} cannot be used, it must be {words}", _DEFAULT)
            return {}

    def _name_unknown(self, prefix: str, found: Iterable[str], known: Sequence[str]) -> None:
        for key in found:
            if key not in known:
                self._fault(prefix + printable(key), f"is no setting, {likely(key, known)}")

    def _check_together(self, before: Settings, after: Settings) -> Settings:
        """Restore the earlier values of a table if its new values are valid alone, but not together."""
        pins = [*(getattr(after.panel, name) for name in INPUT_PINS), *after.panel.lamp_pins]
        twice = next((pin for pin in pins if pins.count(pin) > 1), None)
        if twice is not None:
            self._fault("panel", f"uses GPIO {twice} twice, every part needs its own", "the default wiring is used")
            after = replace(after, panel=before.panel)
        if len(after.panel.lamp_pins) == 2:
            self._fault(
                "panel.lamp_pins", "must name 1 pin for a plain lamp or 3 for red, green and blue", "none is used"
            )
            after = replace(after, panel=replace(after.panel, lamp_pins=()))
        return replace(after, table=self._check_languages(before.table, after.table), net=self._check_broker(after.net))

    def _check_broker(self, net: NetSettings) -> NetSettings:
        """Remove a broker that has an authority but no encryption, because nobody may read the messages in transit."""
        if not net.mqtt.broker or net.mqtt.tls or not net.mqtt.ca_file:
            return net
        self._fault("net.mqtt", "names a ca_file but not tls = true, and a broker needs both", "it is not called")
        return replace(net, mqtt=replace(net.mqtt, broker=""))

    def _check_languages(self, before: TableSettings, after: TableSettings) -> TableSettings:
        chosen = after.languages
        if set(chosen) <= set(self._languages) and len(set(chosen)) == len(chosen):
            return after
        known = f"one or two different ones of {one_of(sorted(self._languages))}"
        self._fault("table.languages", f"{value_text(chosen)} cannot be used, it must be {known}", _DEFAULT)
        return replace(after, languages=before.languages)

    def _fault(self, key: str, wrong: str, instead: str = "") -> None:
        self.faults.append(SettingFault(self._path, key, wrong, instead))
