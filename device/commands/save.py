"""`nightcrier save`: all that makes a box this box in one file, on a stick or in a folder, for `restore`."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import Folders
from device.commands.named import add_places, box_folders, path_named
from device.commands.progress import Patience
from device.feeding.saving import write_saved
from device.feeding.stick import stick_named, writable
from device.feeding.written import NOT_SAVED, note_refusals, writing_folder
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import refusal_reason, stage_file


def add_save_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stick", type=path_named, nargs="?", metavar="FOLDER", help="else the stick in the box")
    add_places(parser, "state")


def do_save(arguments: Namespace) -> int:
    """The status is 1 where a file of the box was left out."""
    folders, named = box_folders(arguments.state), stick_named(arguments.stick)
    with writable(named):
        left_out = _save(folders, _free_name(writing_folder(named)))
    note_refusals(folders.own, NOT_SAVED, left_out)
    for fault in left_out:
        print(fault, file=sys.stderr)
    return 1 if left_out else 0


def _save(folders: Folders, place: Path) -> tuple[BadFile, ...]:
    try:
        with stage_file(place) as fresh, fresh.open("xb") as file, Patience("The box is saved"):
            saved = write_saved(file, folders)
    except OSError as refused:
        raise WrongUse(f"{place} cannot be written ({refusal_reason(refused)}); make room on that stick.") from None
    print(f"{place}: {len(saved.listed.files)} files. On any box: sudo nightcrier restore {place.name}")
    return saved.left_out


def _free_name(folder: Path) -> Path:
    """Of those that were saved before none is written over."""
    number, place = 1, folder / "nightcrier-saved.zip"
    while os.path.lexists(place):
        number += 1
        place = folder / f"nightcrier-saved-{number}.zip"
    return place
