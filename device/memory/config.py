"""Reads the settings: the file that is shipped, and the owner's own that speaks over it, key by key.

A value that cannot be used costs only itself: what stood there before stays, and one sentence says which file, which
key, and what is allowed.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from device.kernel.errors import BadFile
from device.kernel.files import Files
from device.kernel.kept_copies import KeptCopies
from device.kernel.reading import read_tables
from device.kernel.settings import SHIPPED, NetSettings, PanelSettings, Settings, TableSettings
from device.memory.allowed import allowed, likely, one_of, printable, shown

_DEFAULT = "the default is used"
_MOST_FAULTS = 20
"""More sentences than this about one file help nobody: the rest is counted."""

_T = TypeVar("_T", bound=Struct)


class SettingFault(BadFile):
    """A fault of a setting: what is `wrong` with it, and what the box does instead."""

    def __init__(self, file: Path | str, key: str, wrong: str, instead: str = "") -> None:
        super().__init__(file, key, f"{wrong}; {instead}" if instead else wrong)
        self.wrong = wrong


def load_settings(
    disk: Files, paths: Iterable[Path], languages: Collection[str], kept: Path | None = None
) -> tuple[Settings, tuple[SettingFault, ...]]:
    """The settings of all files together; one that is not there is passed over. Never raises. With `kept`, a folder, a
    file in which nothing was wrong is read as TOML once only."""
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
    """The tables of one file; none, and a fault, when it is there and cannot be read."""
    try:
        return read_tables(path, disk) if disk.exists(path) else {}
    except BadFile as wrong:
        faults.append(SettingFault(path, wrong.key, wrong.expected, "nothing in it is used"))
    return {}


class _Reader:
    """Lays one file over the settings so far and collects what was wrong with it."""

    def __init__(self, path: Path, languages: Collection[str]) -> None:
        self._path, self._languages = path, languages
        self.faults: list[SettingFault] = []

    def worth_reading(self) -> list[SettingFault]:
        """The faults, as many as anybody would read."""
        more = len(self.faults) - _MOST_FAULTS
        if more <= 0:
            return self.faults
        return [*self.faults[:_MOST_FAULTS], SettingFault(self._path, "", f"has {more} more faults like these")]

    def over(self, settings: Settings, found: Mapping[str, Any]) -> Settings:
        return self._checked(settings, self._laid_over(settings, found, ""))

    def _laid_over(self, table: _T, found: Mapping[str, Any], prefix: str) -> _T:
        """A table, and those within it."""
        self._name_unknown(prefix, found, table.__struct_fields__)
        taken: dict[str, Any] = {}
        for field in fields(table):
            if field.name not in found:
                continue
            key, value, now = f"{prefix}{field.name}", found[field.name], getattr(table, field.name)
            if not isinstance(now, Struct):
                taken |= self._taken(field, key, value)
            elif isinstance(value, Mapping):
                taken[field.name] = self._laid_over(now, value, f"{key}.")
            else:
                self._fault(key, f"must be a table, written [{key}]", _DEFAULT)
        return replace(table, **taken)

    def _taken(self, field: FieldInfo, key: str, value: object) -> dict[str, Any]:
        try:
            return {field.name: msgspec.convert(value, field.type)}
        except (msgspec.ValidationError, RecursionError):
            self._fault(key, f"{shown(value)} cannot be used, it must be {allowed(field.type)}", _DEFAULT)
            return {}

    def _name_unknown(self, prefix: str, found: Iterable[str], known: Sequence[str]) -> None:
        for key in found:
            if key not in known:
                self._fault(prefix + printable(key), f"is no setting, {likely(key, known)}")

    def _checked(self, before: Settings, after: Settings) -> Settings:
        """Keep a whole table as it was where its values, each right by itself, are wrong together."""
        pins = _pins(after.panel)
        twice = next((pin for pin in pins if pins.count(pin) > 1), None)
        if twice is not None:
            self._fault("panel", f"uses GPIO {twice} twice, every part needs its own", "the default wiring is used")
            after = replace(after, panel=before.panel)
        if len(after.panel.lamp_pins) == 2:
            self._fault(
                "panel.lamp_pins", "must name 1 pin for a plain lamp or 3 for red, green and blue", "none is used"
            )
            after = replace(after, panel=replace(after.panel, lamp_pins=()))
        return replace(after, table=self._spoken(before.table, after.table), net=self._sealed(after.net))

    def _sealed(self, net: NetSettings) -> NetSettings:
        """Switch encryption on for who names an authority: nobody shall read along."""
        if not net.mqtt.broker or net.mqtt.tls or not net.mqtt.ca_file:
            return net
        self._fault("net.mqtt", "names a ca_file but not tls = true, and a broker needs both", "it is not called")
        return replace(net, mqtt=replace(net.mqtt, broker=""))

    def _spoken(self, before: TableSettings, after: TableSettings) -> TableSettings:
        chosen = after.languages
        if set(chosen) <= set(self._languages) and len(set(chosen)) == len(chosen):
            return after
        known = f"one or two different ones of {one_of(sorted(self._languages))}"
        self._fault("table.languages", f"{shown(chosen)} cannot be used, it must be {known}", _DEFAULT)
        return replace(after, languages=before.languages)

    def _fault(self, key: str, wrong: str, instead: str = "") -> None:
        self.faults.append(SettingFault(self._path, key, wrong, instead))


def _pins(panel: PanelSettings) -> list[int]:
    return [panel.start, panel.back, panel.dial_press, panel.dial_a, panel.dial_b, *panel.lamp_pins]
