"""Settings as a file that is handed over. On a box a wrong value costs only itself; a file is better mended first, so
that nothing of it is used, and all that is wrong with it is told at once."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from device.feeding.kinds import OWN_SETTINGS
from device.kernel.errors import BadFile
from device.kernel.files import DISK
from device.kernel.reading import parse_tables
from device.kernel.sent_files import HALL_SETTINGS
from device.kernel.settings import Settings
from device.memory.config import SettingFault, load_settings
from device.words.catalogue import LANGUAGES


class BadSettings(BadFile):
    """The first fault of a file, and the others."""

    def __init__(self, shown: str, faults: Sequence[SettingFault]) -> None:
        first, *others = (BadFile(shown, fault.key, fault.wrong) for fault in faults)
        super().__init__(shown, first.key, first.expected)
        self.others = tuple(others)


def settings_given(shown: str, content: bytes, below: tuple[Path, ...] = ()) -> Settings:
    """What they are over those of the files below. Raises BadFile."""
    with TemporaryDirectory(prefix="nightcrier-") as folder:
        file = Path(folder) / "given.toml"
        file.write_bytes(content)
        settings, faults = load_settings(DISK, (*below, file), LANGUAGES)
    if faults:
        raise BadSettings(shown, faults)
    return settings


def settings_in(content: bytes) -> str:
    """How a file of settings that is called otherwise should be called; nothing where it holds none."""
    try:
        plain = parse_tables(content, "")
    except BadFile:
        return ""
    tables = {name: value for name, value in plain.items() if isinstance(value, dict)}
    if not tables or not tables.keys() <= set(Settings.__struct_fields__):
        return ""
    return HALL_SETTINGS if "hall" in tables.get("net", {}) else OWN_SETTINGS


def all_faults(refused: Iterable[BadFile]) -> Iterator[BadFile]:
    """One or more of each file."""
    for fault in refused:
        yield fault
        yield from fault.others if isinstance(fault, BadSettings) else ()
