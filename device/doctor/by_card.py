"""Mends a finding on a box from a card: there is no way in for commands, but it takes files, and people have hands."""

import re
from pathlib import Path

from device.doctor.host import Finding, Host

_SCRIPTS = "/usr/lib/nightcrier-card"
"""On each card that image/build has made, and nowhere else."""
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
    "games": f"Put the right one, called the same, into decks in {_FOLDER}, and start the box with the card",
}


def is_from_card(host: Host) -> bool:
    return host.at(_SCRIPTS).is_dir()


def mend_by_card(found: Finding, own: Path) -> str:
    """Return what mends a finding without commands; `own` is the box's file of settings."""
    if found.part != "games" and not _COMMAND.search(found.mend):
        here = found.mend.replace(str(own), f"{own.name}, in {_FOLDER}")
        return here.replace(", then run this again", ", with the power off")
    first, more, _ = found.mend.partition(". ")
    if more:
        return first
    of_command = (mend for command, mend in _BY_COMMAND.items() if command in found.mend)
    return next(of_command, _BY_PART.get(found.part, _WHATEVER))
