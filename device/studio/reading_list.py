"""The readings of a language: of each line what its engine makes of it, kept beside the words (`assets/readings/`). A
line whose text has changed since somebody looked at its reading has to be looked at again."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from device.kernel.files import replace_file
from device.kernel.ids import Language, LineId
from device.kernel.reading import LARGEST_TOML_LIST, read_toml
from device.sound.voices.packs import text_hash

_HEAD = """# What the voice makes of each line, as somebody has reviewed it. Written by `./run voices readings`, not by
# hand: a wrong reading is mended in the words (`say`), or in device/studio/engines/spellings.toml.
"""


class KeptReading(Struct, frozen=True, forbid_unknown_fields=True):
    """How a line is read, and the hash of the text that was reviewed with it."""

    hash: str
    read: str


ReadingList = Mapping[LineId, KeptReading]


def reading_file(folder: Path, language: Language) -> Path:
    return folder / f"{language}.toml"


def read_readings(file: Path) -> ReadingList:
    """What was reviewed; nothing where nothing was."""
    return read_toml(file, dict[LineId, KeptReading], LARGEST_TOML_LIST) if file.exists() else {}


def unreviewed(script: Mapping[LineId, str], kept: ReadingList) -> dict[LineId, str]:
    """The lines whose text nobody has seen the reading of."""
    return {line: spoken for line, spoken in script.items() if line not in kept or kept[line].hash != text_hash(spoken)}


def read_lines(
    lines: Mapping[LineId, str], reader: Callable[[str], str], told: Callable[[int, int], None]
) -> dict[LineId, KeptReading]:
    """How these lines are read now. `told` hears how many of how many."""
    read = {}
    for number, (line, spoken) in enumerate(lines.items(), 1):
        read[line] = KeptReading(text_hash(spoken), reader(spoken))
        told(number, len(lines))
    return read


def keep_readings(file: Path, script: Mapping[LineId, str], kept: ReadingList) -> None:
    """Writes the list, in the order of the words; lines that are no more are dropped."""
    rows = [_row(line, kept[line]) for line in script if line in kept]
    replace_file(file, "".join([_HEAD, *rows]).encode())


def _row(line: LineId, kept: KeptReading) -> str:
    """Strings of JSON are strings of TOML too."""
    return f'"{line}" = {{ hash = "{kept.hash}", read = {json.dumps(kept.read, ensure_ascii=False)} }}\n'
