"""What the box writes for people into the folder of a stick, each file as a whole or not at all."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from device.feeding.given import FOLDER, feeding_folder
from device.feeding.settings_given import all_faults
from device.feeding.stick import STICK
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import DISK, Files, refusal_reason, remove_safely, replace_in_folder, write_atomically

NOT_TAKEN, NOT_SAVED = "not-taken.txt", "not-saved.txt"
"""Beside people's own settings: what was refused of the last stick, until one comes of which nothing is; and what was
left out when the box was saved last."""


def writing_folder(named: Path) -> Path:
    """The folder `nightcrier` in what was named, made where there is none. Raises WrongUse."""
    if not named.is_dir():
        raise WrongUse(f"There is no folder {named}; name a stick, as in /media/stick.")
    try:
        return feeding_folder(named)
    except WrongUse:
        if named == STICK:  # it had one when it was put in: what lies there now is not the stick
            raise
        folder = named / FOLDER
    try:
        folder.mkdir()
    except OSError as refused:
        raise WrongUse(f"{folder} cannot be made ({refusal_reason(refused)}); take another stick.") from None
    return folder


def write_for_people(folder: Path, files: Mapping[str, bytes], disk: Files = DISK) -> None:
    """Raises WrongUse where the stick takes no more."""
    for name, content in files.items():
        try:
            replace_in_folder(folder / name, content, disk)
        except OSError as refused:
            why = refusal_reason(refused)
            raise WrongUse(
                f"{folder / name} cannot be written ({why}); make room there, or take another stick."
            ) from None


def note_refusals(own: Path, note: str, refused: Sequence[BadFile]) -> None:
    """For the next time that something is written for people: a card that is full refuses that, too, and was told."""
    if refused:
        write_atomically(DISK, own / note, "".join(f"{fault}\n" for fault in all_faults(refused)).encode())
    else:
        remove_safely(DISK, own / note)


def noted(own: Path, note: str) -> list[str]:
    """A sentence each."""
    try:
        return (own / note).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
