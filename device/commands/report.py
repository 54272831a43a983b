"""`nightcrier report`: one file to attach when asking for help. No cards, no names, nothing of what people played."""

import platform
import re
import subprocess
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from device import __version__
from device.box.folders import Folders
from device.commands.named import NAMED_PLACES, add_places, box_folders, draft, path_named, with_tried
from device.commands.progress import Patience
from device.doctor import examine
from device.doctor.host import Host
from device.doctor.systemd import host_of
from device.feeding.as_owner import as_owner
from device.kernel.files import Disk
from device.memory.config import load_settings
from device.sound.players.cards import read_cards
from device.words.catalogue import LANGUAGES

_LIBRARIES = ("gpiod", "gpiozero", "lgpio", "luma.oled", "msgspec", "pillow", "pygame", "pygame-ce", "RPi.GPIO")
REPORT_LOG = (
    "journalctl",
    "--unit=nightcrier",
    "--unit=nightcrier-chore",  # why a save, an update, a saved box did not work
    "--output=cat",
    "--lines=2000",
    "--no-pager",
)
_LAST_LINES = 200
_OF_PEOPLE = frozenset({"net.mqtt.name", "net.hall.title"})
"""Settings that hold what somebody is called."""
OUT = "nightcrier-report.txt"
LOOKING = "The box and its log are looked through"
FAULT = re.compile(r"^fault ([a-z]+):")

Read = Callable[[Sequence[str]], str]


def add_report_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--out",
        type=path_named,
        default=Path(OUT),
        metavar="FILE",
        help=f"where to write ({OUT}); - writes to the standard output",
    )
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
    print(f"{arguments.out} is written. Read it before you send it on: it holds versions, settings and the last log.")
    return 0


def report_text(host: Host, read: Read) -> str:
    """All of it, as text."""
    log = read(REPORT_LOG).splitlines()
    parts = {
        "Versions": _versions(host),
        "Sound cards": [f"{card.id}: {card.driver}, {card.name}" for card in read_cards(host.at("/proc/asound"))],
        "Check": [finding.row for finding in examine(host)],
        "Settings that differ from the shipped ones": _settings(host.folders),
        "Faults in the log": _counted(log),
        "Last lines of the log": log[-_LAST_LINES:],
    }
    chapters = (f"== {title}\n" + "\n".join(lines or ["none"]) for title, lines in parts.items())
    return _without_names("\n\n".join(chapters)) + "\n"


def read_log(command: Sequence[str]) -> str:
    """The service's log; what is said instead where there is none."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError) as refused:
        return f"(no log: {refused})"


def _versions(host: Host) -> list[str]:
    model, system = host.at("/proc/device-tree/model"), host.at("/etc/os-release")
    found = [f"nightcrier {__version__}", f"Python {platform.python_version()}", platform.platform()]
    if model.is_file():
        found.append(model.read_text(errors="replace").strip("\0\n"))
    if system.is_file():
        found += [line for line in system.read_text(errors="replace").splitlines() if line.startswith("PRETTY_NAME=")]
    return found + [f"{name} {_installed(name)}" for name in _LIBRARIES]


def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "is not installed"


def _settings(where: Folders) -> list[str]:
    shipped, _ = load_settings(Disk(), where.settings[:1], LANGUAGES)
    own, _ = load_settings(Disk(), where.settings, LANGUAGES)
    before = dict(_flat(shipped))
    return [
        f"{key} is set" if key in _OF_PEOPLE else f"{key} = {value}"
        for key, value in _flat(own)
        if value != before[key]
    ]


def _flat(settings: Struct, above: str = "") -> Iterator[tuple[str, object]]:
    """Each value by its whole key."""
    for key, value in asdict(settings).items():
        if isinstance(value, Struct):
            yield from _flat(value, f"{above}{key}.")
        else:
            yield f"{above}{key}", value


def _counted(log: Sequence[str]) -> list[str]:
    """How often each part broke."""
    parts = [found[1] for line in log if (found := FAULT.match(line))]
    return [f"{part}: {parts.count(part)}" for part in sorted(set(parts))]


def _without_names(text: str) -> str:
    """A home folder is called after its owner."""
    return re.sub(r"/home/[^/\s]+", "/home/somebody", text)
