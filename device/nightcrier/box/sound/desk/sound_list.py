"""Lists the beds and signals on disk, by name. The box's own sounds are listed in `sounds.toml`, and people can add
others.

`sounds.toml` has a table `[beds.<name>]` or `[signals.<name>]` for each sound, with `file` (beside the list) and
`seconds`. People's own folder needs no list: every sound file in its folder `beds` is a bed, named after the file."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import DAY_BED, Seconds
from nightcrier.kernel.kept_copies import KeptCopies
from nightcrier.kernel.reading import file_inside, read_entries, read_tables

_LIST = "sounds.toml"
BED_SUFFIXES = frozenset({".ogg", ".wav", ".mp3", ".opus"})


class _ListedSound(Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    seconds: Annotated[Seconds, Meta(gt=0, le=3600)]


class NamedSound(Struct, frozen=True):
    """A bed or signal that can be played."""

    file: Path
    seconds: Seconds


class SoundList:
    """Finds all beds and signals of the box. The list is read when the first sound is needed."""

    def __init__(
        self, folder: Path, own: Sequence[Path], report: Callable[[str], None], kept: Path | None = None
    ) -> None:
        self._kept = KeptCopies(kept)
        self._folder, self._own, self._report = folder, own, report
        self._reported: set[str] = set()

    def bed(self, name: str) -> NamedSound | None:
        """Return the bed of this name. If there is none, return the first bed, because any bed masks small noises.
        Return None if there are no beds at all."""
        beds = self._all[0]
        if name not in beds:
            self._report_once(f"There is no bed '{name}'; {next(iter(beds), 'silence')} is played instead.")
        return beds.get(name) or next(iter(beds.values()), None)

    def signal(self, name: str) -> NamedSound | None:
        signals = self._all[1]
        if name not in signals:
            self._report_once(f"There is no signal '{name}'; it is left out.")
        return signals.get(name)

    def instead(self, broken: Path) -> NamedSound | None:
        """Return another bed to play instead of this broken file, or None."""
        beds = self._all[0]
        for name in [name for name, sound in beds.items() if sound.file == broken]:
            del beds[name]
        return next(iter(beds.values()), None)

    def beds(self) -> tuple[str, ...]:
        """Return the names of the beds that people can choose for the night. The box's own beds come first."""
        return tuple(name for name in self._all[0] if name != DAY_BED)

    def house_sounds(self) -> tuple[NamedSound, ...]:
        """Return all existing sounds that came with the box."""
        beds, signals = self._house()
        return (*beds.values(), *signals.values())

    @cached_property
    def _all(self) -> tuple[dict[str, NamedSound], dict[str, NamedSound]]:
        beds, signals = self._house()
        for folder in self._own:
            for file in sorted(folder.glob("beds/*")) if folder.is_dir() else ():
                if file.suffix.lower() in BED_SUFFIXES:
                    beds[file.stem] = NamedSound(file, 0.0)
        return beds, signals

    def _house(self) -> tuple[dict[str, NamedSound], dict[str, NamedSound]]:
        path = self._folder / _LIST
        try:
            tables = self._kept.read(path, dict[str, Any], read_tables)
            return self._sounds_there(path, "beds", tables), self._sounds_there(path, "signals", tables)
        except BadFile as error:
            self._report(str(error))
            return {}, {}

    def _sounds_there(self, path: Path, table: str, tables: Mapping[str, object]) -> dict[str, NamedSound]:
        found = {}
        for name, entry in read_entries(path, table, tables.get(table, {}), _ListedSound, self._report).items():
            file = file_inside(self._folder, entry.file)
            if file is None:
                self._report(str(BadFile(path, f"{table}.{name}.file", f"there is no file {entry.file} beside it")))
            else:
                found[name] = NamedSound(file, entry.seconds)
        return found

    def _report_once(self, sentence: str) -> None:
        if sentence not in self._reported:
            self._reported.add(sentence)
            self._report(sentence)
