"""Ask the machine and its service on behalf of the doctor. Say how to mend a finding, either by commands or by files on
the card.
Every question to the machine goes through `Host`, so that tests can replace the machine. `Host` knows whether the
service runs, how often it crashed, and its faults since the last start. A box that was made from a card accepts no
commands. People can put files on its card, and use its panel."""

import grp
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from msgspec import Struct

from nightcrier.box.panel.port import NO_HANDS, PanelLost
from nightcrier.kernel.clock import RealClock, kernel_keeps_time
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.guard import FAILED_INSIDE
from nightcrier.kernel.program import SERVICE_GROUPS, program_call
from nightcrier.kernel.settings import PanelSettings

ASK_ROOT = f"sudo {program_call('check')}"
"""The command that runs the check as root, who may see everything that the service sees."""


class Health(StrEnum):
    """The health of a part, in the words of `check` and of `report`."""

    FINE = "fine"
    ADVICE = "advice"  # the box plays, but not as it should
    WRONG = "wrong"  # the box cannot play
    HIDDEN = "hidden"  # the service may look at it, but whoever asks may not


class Finding(Struct, frozen=True):
    """A sentence about the health of one part, and how to mend it. `told` is the key of the screen words for this
    finding, or "" if the box does not show it."""

    part: str
    health: Health
    what: str
    mend: str = ""
    told: str = ""

    @classmethod
    def fine(cls, part: str, what: str) -> "Finding":
        return cls(part, Health.FINE, what)

    @classmethod
    def advice(cls, part: str, what: str, mend: str, told: str = "") -> "Finding":
        return cls(part, Health.ADVICE, what, mend, told)

    @classmethod
    def hidden(cls, part: str, what: str) -> "Finding":
        return cls(part, Health.HIDDEN, what, ASK_ROOT)

    @classmethod
    def wrong(cls, part: str, what: str, mend: str, told: str = "") -> "Finding":
        return cls(part, Health.WRONG, what, mend, told)

    @property
    def row(self) -> str:
        """Return a line to print: the health, the part, and the sentence."""
        return f"{self.health:8}{self.part:10}{self.what}"


def answers(bus: int, address: int) -> bool:
    """Say whether a device on the I2C bus answers at this address. The test only reads, so the picture on a screen does
    not change."""
    from smbus2 import SMBus

    try:
        with SMBus(bus) as wire:
            wire.read_byte(address)
    except OSError:
        return False
    return True


def ask(command: Sequence[str]) -> str:
    """Return the output of a program of the system, or "" when the program is missing or fails."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True, timeout=20).stdout  # noqa: S603 - ours
    except (OSError, subprocess.SubprocessError):
        return ""


def own_groups() -> frozenset[str]:
    """Return the groups of this process. For root, return all groups, because root may use everything."""
    everywhere = os.geteuid() == 0
    mine = {os.getegid(), *os.getgroups()}
    return frozenset(group.gr_name for group in grp.getgrall() if everywhere or group.gr_gid in mine)


def service_may_use(device: Path) -> bool:
    """Say whether the service may use a device, either by its groups or because everybody may. The service does not run
    as root."""
    about = device.stat()
    shared = [group.gr_gid for group in grp.getgrall() if group.gr_name in SERVICE_GROUPS]
    return (about.st_mode & 0o060 == 0o060 and about.st_gid in shared) or about.st_mode & 0o006 == 0o006


def pins_refused(panel: PanelSettings) -> str:
    """Claim the pins for a moment, like the service. Return the reason if that failed, or "" if it succeeded."""
    from nightcrier.box.panel.gpio import GpioControls

    controls = GpioControls(panel, RealClock())
    try:
        controls.open(lambda _edge: None)
    except PanelLost as lost:
        return str(lost)
    finally:
        controls.close()
    return ""


class Host(Struct, frozen=True):
    """The machine that the doctor checks. `root` is put before every path of the system."""

    folders: Folders
    root: Path = Path("/")
    may_use: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK | os.W_OK)
    may_read: Callable[[Path], bool] = lambda path: os.access(path, os.R_OK)
    service_may_use: Callable[[Path], bool] = service_may_use
    pins_refused: Callable[[PanelSettings], str] = pins_refused
    has_module: Callable[[str], bool] = lambda name: find_spec(name) is not None
    has_program: Callable[[str], bool] = lambda name: shutil.which(name) is not None
    answers: Callable[[int, int], bool] = answers
    groups: Callable[[], frozenset[str]] = own_groups
    all_groups: Callable[[], frozenset[str]] = lambda: frozenset(group.gr_name for group in grp.getgrall())
    ask: Callable[[Sequence[str]], str] = ask
    keeps_time: Callable[[], bool] = kernel_keeps_time

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")


SHOW = ("systemctl", "show", "nightcrier", "--property=LoadState,ActiveState,Result,NRestarts,StartLimitBurst,MainPID")
LOG = ("journalctl", "--unit=nightcrier", "--boot", "--output=cat", "--lines=2000", "--no-pager")

_STARTED, _HUNG = "Starting nightcrier.service", "Watchdog timeout"
"""Two messages of systemd that appear in the log between the lines of the box."""

_CHANGE = re.compile(r"^(fault|mended) ([a-z]+): (.*)$")
"""A pattern for the lines that the daemon's witness writes into the log."""

HELP = "When you ask for help, attach what this writes: sudo nightcrier report"
_START_AGAIN = "sudo systemctl reset-failed nightcrier && sudo systemctl start nightcrier"
NOTHING_HAPPENS = 'docs/trouble.md, "Nothing happens"'
_CHAPTERS = {
    "sound": "The sound",
    "screen": "The screen",
    "panel": "Nothing happens",
    "voices": "The voices",
    **dict.fromkeys(("power", "heat", "battery"), "Power and heat"),
}


def host_of(folders: Folders) -> Host:
    """Return this machine as a `Host`. systemd is asked at once, while this process may still be root, because systemd
    answers root directly. Other users are answered through D-Bus, which a small Debian lacks or starts too late."""
    shown = ask(SHOW)

    def asked(command: Sequence[str]) -> str:
        return shown if command == SHOW else ask(command)

    return Host(folders, ask=asked)


def is_box(host: Host) -> bool:
    """Say whether this machine is a box, or a small computer that may become one, such as a Raspberry Pi. On any other
    computer the box opens in the terminal."""
    installed = service_state(host).get("LoadState") == "loaded"
    return installed or host.at("/proc/device-tree/model").is_file()


def check_service(host: Host) -> Iterator[Finding]:
    state = service_state(host)
    if not state:
        yield Finding.advice("service", "systemd does not answer: the box starts by hand only.", program_call("run"))
    elif state.get("LoadState") != "loaded":
        missing = "The service is not installed: the box starts by hand only."
        yield Finding.advice("service", missing, "sudo systemd/install")
    elif _gave_up(state):
        yield Finding.wrong("service", _crash_sentence(state), f"{_START_AGAIN}; {HELP}")
    elif state.get("ActiveState") == "failed":
        yield Finding.wrong("service", f"The box is down ({state.get('Result')}).", f"{_START_AGAIN}; {HELP}")
    elif state.get("ActiveState") == "inactive":
        yield Finding.advice("service", "The service is not running.", "sudo systemctl start nightcrier")
    elif restarts := int(state.get("NRestarts") or 0):
        yield Finding.advice("service", _restart_sentence(restarts, host.ask(LOG).count(_HUNG)), HELP)
    else:
        yield Finding.fine("service", "The service runs.")


def check_log(host: Host) -> Iterator[Finding]:
    """Yield the faults since the last start of the service that have not ended."""
    standing: dict[str, list[str]] = {}
    for line in host.ask(LOG).splitlines():
        change = _CHANGE.match(line)
        if line.startswith(_STARTED):
            standing.clear()
        elif change and change[1] == "mended":
            standing.pop(change[2], None)
        elif change:
            standing.setdefault(change[2], []).append(change[3])
    for part, sentences in standing.items():
        for sentence in dict.fromkeys(sentences):
            said = Finding.wrong if NO_HANDS in sentence else Finding.advice
            chapter = f'docs/trouble.md, "{_CHAPTERS.get(part, "Files")}"'
            yield said("log", f"{part}: {sentence}", chapter, "" if FAILED_INSIDE in sentence else f"{part}.help")


def service_state(host: Host) -> Mapping[str, str]:
    rows = (row.partition("=") for row in host.ask(SHOW).splitlines())
    return {name: value for name, _, value in rows}


def _gave_up(state: Mapping[str, str]) -> bool:
    """Say whether systemd has stopped restarting the service. `Result` may still describe the last crash, so the number
    of restarts is compared too. The first start does not count as a restart."""
    most, restarts = int(state.get("StartLimitBurst") or 0), int(state.get("NRestarts") or 0)
    counted = state.get("ActiveState") == "failed" and restarts >= most - 1 > 0
    return counted or state.get("Result") == "start-limit-hit"


def _crash_sentence(state: Mapping[str, str]) -> str:
    result = state.get("Result")
    last = "" if result == "start-limit-hit" else f" (the last time: {result})"
    return f"The box crashed {state.get('StartLimitBurst')} times in twenty minutes{last}, and stays down."


def _restart_sentence(times: int, hung: int) -> str:
    often = "once" if times == 1 else f"{times} times"
    why = f", {'once' if hung == 1 else f'{hung} times'} because it hung" if hung else ""
    return f"The box crashed and was started again {often}{why}; after the third crash in a row it starts clean."


_SCRIPTS = "/usr/lib/nightcrier-card"
"""A folder that exists only on a card made by image/build."""
_FOLDER = "the folder nightcrier of the drive NIGHTCRIER"
_COMMAND = re.compile(r"\b(sudo|cat|df) |\./run |^(timedatectl|nightcrier)\b")
_WHATEVER = (
    "Switch the box off and on. If it stays so, save all to a stick, write the card again, and bring the box back"
)
_BY_COMMAND = {
    "systemd/install": _WHATEVER,
    "time": f'Nothing here knows the time without a network: set quiet_hours = "" in device.toml, in {_FOLDER}',
}
_BY_PART = {
    "settings": f"Mend it in device.toml, put that into {_FOLDER}, and start the box with the card",
    "pins": "Is it a Zero 2 W, a 3 or a 4? A box from the card starts on these alone",
    "sound": "Plug a USB speaker into any socket, then switch the box off and on",
    "voices": f"Put the voice, packed, into voices in {_FOLDER}, and start the box with the card",
    "games": f"Put the right one, called the same, into decks or games in {_FOLDER}, and start the box with the card",
}


def is_from_card(host: Host) -> bool:
    return host.at(_SCRIPTS).is_dir()


def mend_by_card(found: Finding, own: Path) -> str:
    """Return how to mend a finding without commands. `own` is the file of the box's own settings."""
    if found.part != "games" and not _COMMAND.search(found.mend):
        here = found.mend.replace(str(own), f"{own.name}, in {_FOLDER}")
        return here.replace(", then run this again", ", with the power off")
    first, more, _ = found.mend.partition(". ")
    if more:
        return first
    of_command = (mend for command, mend in _BY_COMMAND.items() if command in found.mend)
    return next(of_command, _BY_PART.get(found.part, _WHATEVER))
