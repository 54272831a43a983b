"""`nightcrier take`: what people have put on a stick, or into any folder `nightcrier`, comes onto the box."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from pathlib import Path

import msgspec

from device.box.folders import Folders
from device.commands.named import add_places, box_folders, must_be_ours, path_named
from device.commands.progress import Patience
from device.feeding.chores import counted_new
from device.feeding.given import GivenFile, feeding_folder, given_files, plain_name
from device.feeding.kinds import kind_of
from device.feeding.settings_given import all_faults
from device.feeding.stick import stick_named
from device.feeding.taking import Receiver, Taken, taking_told
from device.feeding.written import NOT_TAKEN, note_refusals
from device.kernel.chores import Chore, ChoreDone
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import replace_file


def add_take_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "given", type=path_named, nargs="?", metavar="FOLDER", help="a folder, or one file; else the stick in the box"
    )
    parser.add_argument("--news", type=path_named, metavar="FILE", help="write there what the box is to say of it")
    parser.add_argument(
        "--granted",
        type=path_named,
        metavar="FILE",
        help="write there of which empty files nothing of the same name is left on the box",
    )
    add_places(parser, "state")


def do_take(arguments: Namespace) -> int:
    """The status is 1 where something could not be taken, and 3 where some of that may be taken later."""
    folders = box_folders(arguments.state)
    given = stick_named(arguments.given)
    if given.is_file():
        files: list[GivenFile | BadFile] = [_alone(given)]
    elif given.is_dir():
        files = list(given_files(feeding_folder(given)))
    else:
        raise WrongUse(f"There is no folder or file {given}; name a stick, as in /media/stick.")
    taken = take_given(folders, files)
    if arguments.news:
        _write_news(arguments.news, taken)
    if arguments.granted:
        _write_granted(arguments.granted, taken)
    sentence = taking_told(taken)
    print(sentence[0].upper() + sentence[1:])
    if taken.new or taken.removed:
        print("It counts from the next power-on.")
    for fault in [*all_faults(taken.refused)][1:]:
        print(fault, file=sys.stderr)
    return max((fault.exit_status for fault in taken.refused), default=0)


def _write_news(place: Path, taken: Taken) -> None:
    """What came of the card, which counts at once; nothing where nothing did."""
    if taken.new or taken.removed or taken.refused:
        news = ChoreDone(Chore.TAKE, new=counted_new(taken), refused=len(taken.refused), of_card=True)
        replace_file(place, msgspec.json.encode(news))


def _write_granted(place: Path, taken: Taken) -> None:
    """A line each; none with a line's end in its name, which would be two."""
    lines = (f"{path}\n" for path in taken.granted if "\n" not in str(path))
    replace_file(place, os.fsencode("".join(lines)))


def take_given(folders: Folders, files: Iterable[GivenFile | BadFile]) -> Taken:
    """What can be used of it is on the box then; what was refused is noted there."""
    must_be_ours(folders.own)
    with Patience("What lies there is looked at"):
        taken = Receiver(folders).take(files)
    note_refusals(folders.own, NOT_TAKEN, taken.refused)
    return taken


def _alone(file: Path) -> GivenFile:
    given = GivenFile(file, plain_name(file.name))
    try:
        if kind_of(given) is None:
            raise WrongUse(f"{file} is nothing to take; a saved box is brought back with: nightcrier restore")
    except BadFile:
        pass  # that is said where it is taken
    return given
