"""Run `nightcrier scores`: print the scores as CSV. Also reads for other commands what people chose on the box."""

import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from nightcrier.box.memory.evening_changes import score_rows
from nightcrier.box.memory.evening_files import all_evenings
from nightcrier.box.table.core.house import Choices
from nightcrier.care.as_owner import as_owner, as_service
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.rows import scores_as_csv
from nightcrier.kernel.settings_files import load_settings
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.tools.command_line import add_places, box_folders
from nightcrier.words.catalogue import LANGUAGES


def box_choices(box: Folders) -> Choices | None:
    """Return the choices that people made on the box. A copy is read, because the reader would set a broken file
    aside."""
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
    """Return the languages of the table: the chosen languages if there are any, and otherwise those of the settings."""
    choices = box_choices(box)
    known = [language for language in choices.languages if language in LANGUAGES] if choices else []
    return known or [Language(code) for code in load_settings(Disk(), box.settings, LANGUAGES)[0].table.languages]


def add_scores_arguments(parser: ArgumentParser) -> None:
    add_places(parser, "state")


def do_scores(arguments: Namespace) -> int:
    """Print the scores as CSV. Return 1 when they have a fault."""
    box, faults = box_folders(arguments.state), list[BadFile]()
    with as_service(box.state):
        for page in scores_table(box.scores, faults):
            print(page, end="")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def scores_table(folder: Path, faults: list[BadFile]) -> Iterator[str]:
    """Yield all scores as CSV, evening by evening. Faults in them are added to `faults`."""
    yield scores_as_csv(())
    for evening in all_evenings(Disk(), folder, faults.append):
        yield scores_as_csv(score_rows(evening), head=False)
