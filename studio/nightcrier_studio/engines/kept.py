"""Read the files that say how an engine reads each line, as somebody has reviewed it."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.reading import LARGEST_TOML_LIST, read_toml

READINGS = share("assets") / "readings"


class KeptReading(Struct, frozen=True, forbid_unknown_fields=True):
    """Holds the reading of a line, and the hash of the reviewed text."""

    hash: str
    read: str


ReadingList = Mapping[LineId, KeptReading]


def reading_file(folder: Path, language: Language) -> Path:
    return folder / f"{language}.toml"


def read_readings(file: Path) -> ReadingList:
    """Return the reviewed readings, or no readings if the file does not exist."""
    return read_toml(file, dict[LineId, KeptReading], LARGEST_TOML_LIST) if file.exists() else {}
