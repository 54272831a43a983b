"""Run `nightcrier check`, `report` and `put`. `check` prints what is wrong and how to mend it, `report` writes that
into one file, and `put` writes it onto a stick.

The report holds no cards, no names of people or of their files, and nothing that people played. `put` also writes the
scores and the last problems."""

import platform
import re
import subprocess
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from operator import attrgetter
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict, replace

from nightcrier.box.library import words_folders
from nightcrier.box.sound.players.open_device import read_cards
from nightcrier.care.as_owner import as_owner, as_service
from nightcrier.care.given_files import PROBLEMS, REPORT, SCORES
from nightcrier.care.on_trial import Trial
from nightcrier.care.stick import (
    NOT_SAVED,
    NOT_TAKEN,
    folder_to_write,
    read_notes,
    stick_named,
    writable,
    write_for_people,
)
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import Language
from nightcrier.kernel.program import TOP, program_call, program_version
from nightcrier.kernel.settings_files import load_settings
from nightcrier.tools.command_line import NAMED_PLACES, add_places, box_folders, draft, path_named, with_tried
from nightcrier.tools.doctor import examine
from nightcrier.tools.doctor.host import ASK_ROOT, Finding, Health, Host, host_of, is_box, is_from_card, mend_by_card
from nightcrier.tools.progress import Patience
from nightcrier.tools.report_names import without_names
from nightcrier.tools.scores import scores_table, table_languages
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, UNHEARD, Words
from nightcrier.words.shelf import Shelf

Told = Callable[[Finding], str]
"""A function that returns the words by which the box shows a finding in the people's language, or "" if the box does
not show it."""


def add_check_arguments(parser: ArgumentParser) -> None:
    dry = "try the program alone, without the devices and their rights"
    parser.add_argument("--dry", action="store_true", help=dry)
    add_places(parser, *NAMED_PLACES)


def do_check(arguments: Namespace) -> int:
    """Check the box. Return 1 when something is so wrong that the box could not play."""
    folders = with_tried(box_folders(arguments.state), arguments)
    if arguments.dry:
        return _try_alone(Host(folders))
    host = host_of(folders)
    with as_owner(folders.state, folders.cache), Patience("Each part of the box is asked how it is"):
        findings = examine(host)
        told = headings_in(folders, table_languages(folders)[0])
    can = "The box can play." if is_box(host) else f"This computer can play: {program_call('sim')}"
    return tell_findings(findings, can, told=told)


def _try_alone(host: Host) -> int:
    from nightcrier.tools.doctor.trial import try_program

    with Patience("The program is tried"):
        findings = list(try_program(host))
    return tell_findings(findings, "The program starts.", "The program does not start before this is mended")


def _said_here(mend: str) -> str:
    """Return how to mend a finding. A program installed by pip has no installer."""
    return mend if (TOP / "systemd").is_dir() else mend.replace("sudo systemd/", "in a checkout: sudo systemd/")


def tell_findings(
    findings: Sequence[Finding],
    can: str = "The box can play.",
    cannot: str = "The box cannot play before this is mended",
    told: Told = lambda _finding: "",
) -> int:
    for finding in findings:
        heading = told(finding)  # the sentence that helps to mend it is the same everywhere
        print(replace(finding, what=heading).row if heading else finding.row)
        if heading:
            print(f"{'':18}{finding.what}")
        if finding.mend:
            print(f"{'':18}-> {_said_here(finding.mend)}")
    wrong = [finding.part for finding in findings if finding.health is Health.WRONG]
    hidden = [finding.part for finding in findings if finding.health is Health.HIDDEN]
    if wrong:
        print(f"\n{cannot}: {', '.join(wrong)}.")
    elif hidden:
        print(f"\nWhether the box can play, only root sees ({', '.join(hidden)}): {ASK_ROOT}")
    else:
        print(f"\n{can}")
    return 1 if wrong else 0


def headings_in(folders: Folders, language: Language) -> Told:
    """Return a function that gives the heading of a finding in a language. In English the function returns "", because
    the findings are English already."""
    words = Words(Shelf(words_folders(folders.words), LANGUAGES, lambda _fault: None))

    def told(finding: Finding) -> str:
        if not finding.told or language == LAST_RESORT:
            return ""
        rows = (words.screen(language, f"fault.{key}") for key in (finding.told.partition(".")[0], finding.told))
        return ". ".join(row.rstrip(".。:：\u00a0") for row in rows).translate(UNHEARD)

    return told


_LIBRARIES = ("gpiod", "gpiozero", "lgpio", "luma.oled", "msgspec", "pillow", "pygame", "pygame-ce", "RPi.GPIO")
REPORT_LOG = (
    "journalctl",
    "--unit=nightcrier",
    "--unit=nightcrier-chore",  # why a save, an update, a saved box did not work
    "--output=cat",
    "--lines=2000",
    "--no-pager",
)
_LAST_LINES, _MOST_FAULTS = 200, 50
_OF_PEOPLE = frozenset({"net.mqtt.broker", "net.mqtt.name", "net.hall.name", "net.hall.title"})
"""The settings that hold names of people or places."""
OUT = "nightcrier-report.txt"
LOOKING = "The box and its log are looked through"
FAULT = re.compile(r"^fault ([a-z]+):")

Read = Callable[[Sequence[str]], str]


def add_report_arguments(parser: ArgumentParser) -> None:
    told = f"where to write ({OUT}); - writes to the standard output"
    parser.add_argument("--out", type=path_named, default=Path(OUT), metavar="FILE", help=told)
    add_places(parser, *NAMED_PLACES)


def do_report(arguments: Namespace) -> int:
    folders = with_tried(box_folders(arguments.state), arguments)
    host = host_of(folders)
    with as_owner(folders.state, folders.cache), Patience(LOOKING):
        text = report_text(host, read_log)
    if str(arguments.out) == "-":
        print(text, end="")
        return 0
    with draft(arguments.out) as out:
        out.write_text(text, "utf-8")
    print(
        f"{arguments.out} is written. Read it before you send it on: it holds versions, settings and the last log,"
        " no cards, and no names of people."
    )
    return 0


def report_text(host: Host, read: Read) -> str:
    log = read(REPORT_LOG).splitlines()
    faults = {"Faults in the log": _fault_counts(log), "Last lines of the log": log[-_LAST_LINES:]}
    return as_chapters({**machine_chapters(host), **faults}, host.folders)


def machine_chapters(host: Host) -> dict[str, list[str]]:
    """Return the parts of the box, and the state of each part."""
    return {
        "Versions": _versions(host),
        "Sound cards": [f"{card.id}: {card.driver}, {card.name}" for card in read_cards(host.at("/proc/asound"))],
        "Starts without what was brought last": Trial(host.folders).tried_rows(),
        "Check": [finding.row for finding in examine(host)],
        "Settings that differ from the shipped ones": _differing_settings(host.folders),
    }


def as_chapters(parts: Mapping[str, Sequence[str]], folders: Folders) -> str:
    """Return these parts as one text without names, which may be sent to strangers."""
    chapters = (f"== {title}\n" + "\n".join(lines or ["none"]) for title, lines in parts.items())
    return without_names("\n\n".join(chapters), folders) + "\n"


def read_log(command: Sequence[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError) as refused:
        return f"(no log: {refused})"


def _versions(host: Host) -> list[str]:
    model, system = host.at("/proc/device-tree/model"), host.at("/etc/os-release")
    found = [f"nightcrier {program_version()}", f"Python {platform.python_version()}", platform.platform()]
    if model.is_file():
        found.append(model.read_text(errors="replace").strip("\0\n"))
    if system.is_file():
        found += [line for line in system.read_text(errors="replace").splitlines() if line.startswith("PRETTY_NAME=")]
    return found + [f"{name} {_version_of(name)}" for name in _LIBRARIES]


def _version_of(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is not installed"


def _differing_settings(where: Folders) -> list[str]:
    shipped, _ = load_settings(Disk(), where.settings[:1], LANGUAGES)
    own, _ = load_settings(Disk(), where.settings, LANGUAGES)
    before = dict(_flat(shipped))
    differing = ((key, value) for key, value in _flat(own) if value != before[key])
    return [f"{key} is set" if key in _OF_PEOPLE else f"{key} = {value}" for key, value in differing]


def _flat(settings: Struct, above: str = "") -> Iterator[tuple[str, object]]:
    for key, value in asdict(settings).items():
        if isinstance(value, Struct):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _fault_counts(log: Sequence[str]) -> list[str]:
    parts = [found[1] for line in log if (found := FAULT.match(line))]
    return [f"{part}: {parts.count(part)}" for part in sorted(set(parts))]


def add_put_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stick", type=path_named, nargs="?", metavar="FOLDER", help="else the stick in the box")
    add_places(parser, "state")


def do_put(arguments: Namespace) -> int:
    folders = box_folders(arguments.state)
    named = stick_named(arguments.stick)
    with writable(named):
        _put(folders, folder_to_write(named))
    return 0


def _put(folders: Folders, folder: Path) -> None:
    host = host_of(folders)
    with as_owner(folders.state, folders.cache), Patience(LOOKING):
        report = report_text(host, read_log)
        findings, log = examine(host), read_log(REPORT_LOG).splitlines()
    table, missing = _kept_scores(folders)
    mend = partial(mend_by_card, own=folders.settings[-1]) if is_from_card(host) else attrgetter("mend")
    refused = [line for note in (NOT_TAKEN, NOT_SAVED) for line in read_notes(folders.own, note)]
    problems = problems_text(findings, log, [*missing, *refused], mend)
    texts = {REPORT: report, PROBLEMS: problems, SCORES: "\ufeff" + table}  # by that mark spreadsheets know its letters
    write_for_people(folder, {name: text.encode() for name, text in texts.items()})
    print(f"{', '.join(texts)} are in {folder}.")


def problems_text(
    findings: Sequence[Finding], log: Sequence[str], more: Sequence[str], mend: Callable[[Finding], str]
) -> str:
    """Return a text with the problems of the box. The text has three parts: what is wrong now and how to mend it, what
    could not be used, and how often each fault happened lately."""
    wrong = [row for found in findings if found.health is not Health.FINE for row in _problem_rows(found, mend(found))]
    broke = Counter(line for line in log if FAULT.match(line))
    parts = {
        "What is wrong now": wrong,
        "What could not be used": more,
        "What broke lately": [f"{count} x {line}" for line, count in list(broke.items())[-_MOST_FAULTS:]],
    }
    return "\n\n".join("\n".join((f"== {title}", *(rows or ["nothing"]))) for title, rows in parts.items()) + "\n"


def _problem_rows(found: Finding, mend: str) -> Iterator[str]:
    yield f"{found.part}: {found.what}"
    if mend:
        yield f"  -> {mend}"


def _kept_scores(folders: Folders) -> tuple[str, list[str]]:
    """Return the scores of the box and the faults in them. The box may be running."""
    faults: list[BadFile] = []
    with as_service(folders.state):
        return "".join(scores_table(folders.scores, faults)), [str(fault) for fault in faults]
