"""Run `nightcrier scores`: print the scores of the box as CSV, or begin an evening with names. Other commands use this
file to read what people chose on the box."""

import re
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from nightcrier.box.library import shipped_words
from nightcrier.box.memory.evening import FEWEST_SEATS
from nightcrier.box.memory.evening_changes import score_rows
from nightcrier.box.memory.evening_files import all_evenings
from nightcrier.box.plugs import answers_beside_seats
from nightcrier.box.score_notes import note_evening
from nightcrier.box.table.core.effects import NewEvening
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.names import name_refusal
from nightcrier.care.as_owner import as_owner, as_service
from nightcrier.kernel.errors import BadFile, NightcrierError, WrongUse
from nightcrier.kernel.files import Disk, refusal_reason
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import DEFAULT_TARGET, HIGHEST_TARGET, MOST_LETTERS, MOST_PEOPLE, EveningKind, tidy_name
from nightcrier.kernel.rows import scores_as_csv
from nightcrier.kernel.settings_files import load_settings
from nightcrier.kernel.state_file import ChoicesFile
from nightcrier.tools.command_line import add_places, box_folders, find_name
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT


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


_COMMA = re.compile("[,،、，]")

_KINDS = {EveningKind.OPEN: "open end", EveningKind.SHORT: "first to {target}", EveningKind.LONG: "two losses and out"}


def add_scores_arguments(parser: ArgumentParser) -> None:
    add_places(parser, "state")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="begin an evening with these names, clockwise")
    parser.add_argument("--kind", help=f"how it is decided: {', '.join(EveningKind)} (open)")
    parser.add_argument("--target", type=int, metavar="N", help=f"points that win a short evening ({DEFAULT_TARGET})")


def do_scores(arguments: Namespace) -> int:
    """Print the scores as CSV, or begin an evening when names are given. Return 1 when the scores have a fault."""
    given = EveningKind.OPEN if arguments.kind is None else arguments.kind
    kind = EveningKind(find_name(given, tuple(EveningKind), "kind of evening"))
    box = box_folders(arguments.state)
    names = None if arguments.names is None else _valid_names(arguments.names, box)
    target = _valid_target(arguments, kind)
    faults: list[BadFile] = []
    with as_service(box.state):
        if names is not None:
            _begin(box, NewEvening(kind, target, tuple(names)))
            return 0
        for page in scores_table(box.scores, faults):
            print(page, end="")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def scores_table(folder: Path, faults: list[BadFile]) -> Iterator[str]:
    """Yield all scores as CSV, evening by evening. What is wrong with them is added to `faults`."""
    yield scores_as_csv(())
    for evening in all_evenings(Disk(), folder, faults.append):
        yield scores_as_csv(score_rows(evening), head=False)


def _begin(box: Folders, evening: NewEvening) -> None:
    """Note that the box must begin an evening: it does so at once or at its start, as only the box writes its scores.
    Raises NightcrierError if the disk refuses."""
    if refused := note_evening(Disk(), box.state, evening):
        raise NightcrierError(
            f"No evening was begun: {refused.path} cannot be written ({refusal_reason(refused.why)})."
        )
    seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(evening.names, 1))
    print(f"A new evening has begun ({_KINDS[evening.kind].format(target=evening.target)}): {seats}.")


def _valid_names(given: Sequence[str], box: Folders) -> list[str]:
    """Return the names without needless spaces. Raise WrongUse for a name that the box would refuse. Words of languages
    that the table does not speak are valid names."""
    joined = next((name for name in given if _COMMA.search(name)), None)
    if joined is not None:
        raise WrongUse(f"{_quote(joined)} has a comma; write names with blanks between them.")
    if not FEWEST_SEATS <= len(given) <= MOST_PEOPLE:
        raise WrongUse(f"An evening has {FEWEST_SEATS} to {MOST_PEOPLE} names; these are {len(given)}.")
    names: list[str] = []
    languages = table_languages(box)
    words = shipped_words(*languages)
    answers = answers_beside_seats()
    for name in map(tidy_name, given):
        if refused := name_refusal(name, names, words, languages, answers):
            said = words.screen(LAST_RESORT, refused, n=str(MOST_LETTERS)).rstrip(".")
            raise WrongUse(f"{_quote(name)}: {said}; write another name.")
        names.append(name)
    return names


def _valid_target(arguments: Namespace, kind: EveningKind) -> int:
    """Return the target. Raise WrongUse for a target outside its range, and for an argument that would have no
    effect."""
    if arguments.names is None and (arguments.kind, arguments.target) != (None, None):
        raise WrongUse("--kind and --target are for an evening that begins; give its --names too.")
    target: int | None = arguments.target
    if target is None:
        return DEFAULT_TARGET
    if kind is not EveningKind.SHORT:
        raise WrongUse("--target is for a short evening; give --kind short too.")
    if not 1 <= target <= HIGHEST_TARGET:
        raise WrongUse(f"A target is a number from 1 to {HIGHEST_TARGET}.")
    return target


def _quote(name: str) -> str:
    """Return a name in quotes, with invisible characters escaped."""
    return repr(name if len(name) <= 40 else name[:40] + "…")
