"""`nightcrier put`: what people want to know of the box, written onto a stick that any computer reads."""

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path

from device.box.folders import Folders
from device.commands.named import add_places, box_folders, path_named
from device.commands.progress import Patience
from device.commands.report import FAULT, LOOKING, REPORT_LOG, read_log, report_text
from device.commands.scores import scores_table
from device.doctor import examine
from device.doctor.by_card import is_from_card, mend_by_card
from device.doctor.host import Finding, Health
from device.doctor.systemd import host_of
from device.feeding.as_owner import as_owner, kept_in
from device.feeding.kinds import PROBLEMS, REPORT, SCORES
from device.feeding.stick import stick_named, writable
from device.feeding.written import NOT_SAVED, NOT_TAKEN, noted, write_for_people, writing_folder
from device.kernel.errors import BadFile
from device.kernel.files import NotKept
from device.kernel.sole_use import join_folder

_MOST_FAULTS = 50


def add_put_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stick", type=path_named, nargs="?", metavar="FOLDER", help="else the stick in the box")
    add_places(parser, "state")


def do_put(arguments: Namespace) -> int:
    folders = box_folders(arguments.state)
    named = stick_named(arguments.stick)
    with writable(named):
        _write(folders, writing_folder(named))
    return 0


def _write(folders: Folders, folder: Path) -> None:
    host = host_of(folders)
    with as_owner(folders.state, folders.cache), Patience(LOOKING):
        report = report_text(host, read_log)
        findings, log = examine(host), read_log(REPORT_LOG).splitlines()
    table, missing = _scores(folders)
    mend = partial(mend_by_card, own=folders.settings[-1]) if is_from_card(host) else attrgetter("mend")
    refused = [line for note in (NOT_TAKEN, NOT_SAVED) for line in noted(folders.own, note)]
    problems = problems_text(findings, log, [*missing, *refused], mend)
    texts = {REPORT: report, PROBLEMS: problems, SCORES: "\ufeff" + table}  # by that mark spreadsheets know its letters
    write_for_people(folder, {name: text.encode() for name, text in texts.items()})
    print(f"{', '.join(texts)} are in {folder}.")


def problems_text(
    findings: Sequence[Finding], log: Sequence[str], more: Sequence[str], mend: Callable[[Finding], str]
) -> str:
    """What is wrong now, and what mends it; what could not be taken; what broke lately, and how often."""
    wrong = [row for found in findings if found.health is not Health.FINE for row in _told(found, mend(found))]
    broke = Counter(line for line in log if FAULT.match(line))
    parts = {
        "What is wrong now": wrong,
        "What could not be used": more,
        "What broke lately": [f"{count} x {line}" for line, count in list(broke.items())[-_MOST_FAULTS:]],
    }
    return "\n\n".join("\n".join((f"== {title}", *(rows or ["nothing"]))) for title, rows in parts.items()) + "\n"


def _told(found: Finding, mend: str) -> Iterator[str]:
    yield f"{found.part}: {found.what}"
    if mend:
        yield f"  -> {mend}"


def _scores(folders: Folders) -> tuple[str, list[str]]:
    """Of what the box keeps, be it running or not; where it cannot be read, why."""
    with kept_in(folders.state), join_folder(folders.state) as alone:
        try:
            table, faults = scores_table(folders.state / "scores.sqlite", alone=alone)
        except (BadFile, NotKept) as refused:
            return "", [str(refused)]
    return table, [str(fault) for fault in faults]
