"""The service: whether it runs, how often it crashed, and what the box has complained of since its last start."""

import re
from collections.abc import Iterator, Mapping, Sequence

from device.box.folders import Folders
from device.box.sturdy import FAILED_INSIDE
from device.doctor.host import Finding, Host, ask
from device.kernel.program import program_call
from device.panel.port import NO_HANDS

SHOW = ("systemctl", "show", "nightcrier", "--property=LoadState,ActiveState,Result,NRestarts,StartLimitBurst,MainPID")
LOG = ("journalctl", "--unit=nightcrier", "--boot", "--output=cat", "--lines=2000", "--no-pager")

_STARTED, _HUNG = "Starting nightcrier.service", "Watchdog timeout"
"""Lines of systemd among the box's own."""

_CHANGE = re.compile(r"^(fault|mended) ([a-z]+): (.*)$")
"""Matches what the daemon's witness writes."""

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
    """Return this machine. Systemd is asked at once, while this may still run as root, which it answers itself; all
    others ask it through D-Bus, which a small Debian has not, or starts only then, and a slow card answers too late."""
    shown = ask(SHOW)

    def asked(command: Sequence[str]) -> str:
        return shown if command == SHOW else ask(command)

    return Host(folders, ask=asked)


def service(host: Host) -> Iterator[Finding]:
    """Tell what systemd knows of the service."""
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


def complaints(host: Host) -> Iterator[Finding]:
    """Faults that were told since the last start, and not mended."""
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
    """Return the properties of the service; none where there is no systemd."""
    rows = (row.partition("=") for row in host.ask(SHOW).splitlines())
    return {name: value for name, _, value in rows}


def _gave_up(state: Mapping[str, str]) -> bool:
    """Return whether systemd starts it no more. Its Result may stay what the last crash was; then the count of restarts
    tells: the first start is none of them."""
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
