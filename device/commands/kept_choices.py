"""Reads what people chose on the box, for commands beside it."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from device.box.folders import Folders
from device.feeding.as_owner import as_owner
from device.kernel.choices import ChoicesFile
from device.kernel.files import Disk
from device.kernel.ids import Language
from device.memory.config import load_settings
from device.table.house import Choices
from device.words.catalogue import LANGUAGES


def box_choices(box: Folders) -> Choices | None:
    """Read from a copy: whoever reads what is broken sets it aside."""
    try:
        with as_owner(box.state):
            kept = Disk().read(box.state / "choices.json")
    except OSError:
        return None
    with tempfile.TemporaryDirectory(prefix="nightcrier-") as folder:
        copy = Path(folder) / "choices.json"
        copy.write_bytes(kept)
        return ChoicesFile(Disk(), copy, Choices).load()[0]


def table_languages(box: Folders) -> Sequence[Language]:
    """Return the languages of the table: as they were chosen, else as the settings say."""
    choices = box_choices(box)
    known = [language for language in choices.languages if language in LANGUAGES] if choices else []
    return known or [Language(code) for code in load_settings(Disk(), box.settings, LANGUAGES)[0].table.languages]
