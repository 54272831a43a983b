"""Run `nightcrier take`, `save`, `restore` and `forget`. These bring people's files onto the box, save the whole box,
bring a saved box back, or erase all that people left on the box."""

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import msgspec

from nightcrier.care.as_owner import as_service
from nightcrier.care.erasing import Eraser, empty_card_folder
from nightcrier.care.given_files import OWN_SETTINGS, GivenFile, files_in, find_folder, kind_of, plain_name
from nightcrier.care.on_trial import SAVED_BOX, NewFile, Trial, name_shown
from nightcrier.care.restoring import BEFORE_BOX, Restorer, sum_up_restoring
from nightcrier.care.saving import write_saved
from nightcrier.care.sent_files import COPIED, COPIES
from nightcrier.care.stick import NOT_SAVED, NOT_TAKEN, count_new, folder_to_write, note_refusals, stick_named, writable
from nightcrier.care.taking import Receiver, Taken, sum_up_taking
from nightcrier.kernel.chores import HANDED_OUT, SENT, TOLD, Chore, ChoreDone, tell_put_aside
from nightcrier.kernel.errors import BadFile, WrongUse, all_faults
from nightcrier.kernel.files import refusal_reason, replace_file, stage_file
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.program import claim_folder
from nightcrier.tools.command_line import STATE, add_places, box_folders, must_be_ours, path_named
from nightcrier.tools.progress import Patience

_VERSIONS, _HALL = Path("/opt/nightcrier/versions"), Path("/var/lib/nightcrier-hall")
_FORGOTTEN = "names, scores, choices, own voices, decks, games and sounds"


def add_take_arguments(parser: ArgumentParser) -> None:
    given = "a folder, or one file; else the stick in the box"
    granted = "write there of which empty files nothing of the same name is left on the box"
    parser.add_argument("given", type=path_named, nargs="?", metavar="FOLDER", help=given)
    parser.add_argument("--news", type=path_named, metavar="FILE", help="write there what the box is to say of it")
    parser.add_argument("--granted", type=path_named, metavar="FILE", help=granted)
    aside = "put aside what is on trial and came last, and write there what the box is to say of it"
    parser.add_argument("--put-aside", type=path_named, metavar="FILE", help=aside)
    add_places(parser, "state")


def do_take(arguments: Namespace) -> int:
    """Bring files onto the box. Return 1 when a file was refused, and 3 when the disk refused a file, which may be
    accepted later."""
    if arguments.put_aside:
        return _put_aside(box_folders(arguments.state), arguments.put_aside)
    given = stick_named(arguments.given)
    if given.is_file():
        files: list[GivenFile | BadFile] = [_given_alone(given)]
    elif given.is_dir():
        files = list(files_in(find_folder(given)))
    else:
        raise WrongUse(f"There is no folder or file {given}; name a stick, as in /media/stick.")
    taken = take_given(box_folders(arguments.state), files)
    if arguments.news and (taken.new or taken.removed or taken.refused):
        news = ChoreDone(Chore.TAKE, new=count_new(taken), refused=len(taken.refused), of_card=True)
        replace_file(arguments.news, msgspec.json.encode(news))
    if arguments.granted:
        lines = (f"{path}\n" for path in taken.granted if "\n" not in str(path))  # else it would be two
        replace_file(arguments.granted, os.fsencode("".join(lines)))
    sentence = sum_up_taking(taken)
    print(sentence[0].upper() + sentence[1:])
    if taken.new or taken.removed:
        print("It counts from the next power-on.")
    _print_faults([*all_faults(taken.refused)][1:])
    return max((fault.exit_status for fault in taken.refused), default=0)


def _put_aside(folders: Folders, told: Path) -> int:
    """Put aside the newest addition that is on trial, so that a start is tried without it, and tell the box which one.
    If that start has failed too, bring the addition back instead."""
    must_be_ours(folders.own)
    with claim_folder(folders.state):
        tried = Trial(folders).aside()
        names = _bring_back(folders, tried) if tried else _put_newest_aside(folders)
    if names:
        tell_put_aside(names, told, is_back=bool(tried))
    what = "Back again, as it failed without it too" if tried else "Put aside"
    print(f"{what}: {', '.join(names) or 'nothing, as nothing is on trial'}.")
    return 0


def _put_newest_aside(folders: Folders) -> list[str]:
    trial, names = Trial(folders), list[str]()
    while not names and (newest := trial.newest()):
        names = [name_shown(each) for each in newest if each.name and trial.put_aside(each)]
        if not all(each.name for each in newest) and _undo_restore(folders):
            names = [SAVED_BOX]
            trial = Trial(folders)  # the way back has ended that trial
        if names:
            trial.mark(newest, "aside")
        else:
            trial.end(newest)
    return names


def _bring_back(folders: Folders, tried: list[NewFile]) -> list[str]:
    """Bring back an addition, because the box has failed without it, too. It is not tried again."""
    trial = Trial(folders)
    names = [name_shown(each) for each in tried if each.name and trial.bring_back(each)]
    if not all(each.name for each in tried) and _undo_restore(folders):  # its copy is now the box that was brought
        names = [SAVED_BOX]
        trial = Trial(folders)
    trial.mark(tried, "back")
    return names


def _undo_restore(folders: Folders) -> bool:
    """Bring the box back as it was before a saved box was restored. Return whether there was a copy of it."""
    with as_service(folders.state):
        before = folders.state / BEFORE_BOX
        if not before.is_file():
            return False
        file = before.open("rb")
    restorer = Restorer(folders)
    try:
        with file:
            restorer.begin(file, before.name)
        return restorer.finish() is not None
    except WrongUse as damaged:  # its copy leads nowhere: what was brought before is looked at
        print(damaged)
        return False


def take_given(folders: Folders, files: Iterable[GivenFile | BadFile], *, by_phone: bool = False) -> Taken:
    """Bring all usable files onto the box. Write a note on the box of each file of people at home that was refused."""
    must_be_ours(folders.own)
    with Patience("What lies there is looked at"):
        taken = Receiver(folders, by_phone=by_phone).take(files)
    if not by_phone:  # nothing stays of what a guest was refused
        note_refusals(folders.own, NOT_TAKEN, taken.refused)
    return taken


def _given_alone(file: Path) -> GivenFile:
    given = GivenFile(file, plain_name(file.name))
    try:
        if kind_of(given) is None:
            raise WrongUse(f"{file} is nothing to take; a saved box is brought back with: nightcrier restore")
    except BadFile:
        pass  # that is said where it is taken
    return given


def add_save_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("stick", type=path_named, nargs="?", metavar="FOLDER", help="else the stick in the box")
    add_places(parser, "state")


def do_save(arguments: Namespace) -> int:
    """Save the box. Return 1 when a file of the box could not be saved."""
    folders, named = box_folders(arguments.state), stick_named(arguments.stick)
    with writable(named):
        left_out = _save(folders, _free_name(folder_to_write(named)))
    note_refusals(folders.own, NOT_SAVED, left_out)
    return _print_faults(left_out)


def _save(folders: Folders, place: Path) -> tuple[BadFile, ...]:
    try:
        with stage_file(place) as fresh, fresh.open("xb") as file, Patience("The box is saved"):
            saved = write_saved(file, folders)
    except OSError as refused:
        raise WrongUse(f"{place} cannot be written ({refusal_reason(refused)}); make room on that stick.") from None
    print(f"{place}: {len(saved.listed.files)} files. On any box: sudo nightcrier restore {place.name}")
    return saved.left_out


def _free_name(folder: Path) -> Path:
    """Return a file name that is not used yet, so that no earlier saved box is overwritten."""
    number, place = 1, folder / SAVED_BOX
    while os.path.lexists(place):
        number += 1
        place = folder / f"nightcrier-saved-{number}.zip"
    return place


def add_restore_arguments(parser: ArgumentParser) -> None:
    saved = "what `save` wrote; without it, what was cut goes on"
    parser.add_argument("saved", type=path_named, nargs="?", metavar="FILE", help=saved)
    add_places(parser, "state")


def do_restore(arguments: Namespace) -> int:
    """Restore a saved box. Return 1 if a file of the saved box was refused, or if a file of this box could not be
    copied before it was replaced."""
    folders = box_folders(arguments.state)
    saved: Path | None = arguments.saved
    if saved is not None and not saved.is_file():
        raise WrongUse(f"There is no file {saved}; name one that `nightcrier save` has written.")
    must_be_ours(folders.own)
    restorer, unsaved = Restorer(folders), tuple[BadFile, ...]()
    with (
        _refusal_told(folders, "The box cannot be brought back", "make room on its card, and try again"),
        claim_folder(folders.state),
        Patience("The box is brought back"),
    ):
        if saved is not None:
            with saved.open("rb") as file:
                unsaved = restorer.begin(file, saved.name)
        restored = restorer.finish()
    if restored is None:
        print("Nothing is to be brought back.")
        return 0
    print(sum_up_restoring(restored))
    print(f"As it was before: {folders.state / BEFORE_BOX}")
    return _print_faults((*unsaved, *restored.refused))


def add_forget_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("what", choices=("everything",), metavar="everything", help=_FORGOTTEN)


def do_forget(arguments: Namespace) -> int:
    """Forget everything. This also completes an earlier forgetting that was interrupted."""
    folders = box_folders()
    must_be_ours(folders.own)
    with claim_folder(folders.state):
        forget_everything(folders)
    print(f"Forgotten: {_FORGOTTEN}. {folders.own / OWN_SETTINGS} is left.")
    return 0


def forget_everything(folders: Folders) -> None:
    """Forget everything while nobody plays. Raises WrongUse when the card cannot be written, and NightcrierError when
    something could not be erased."""
    eraser = eraser_of(folders)
    with _refusal_told(folders, "Nothing can be forgotten", "write its card anew"):
        eraser.begin()
        eraser.finish()


def eraser_of(folders: Folders) -> Eraser:
    """Return the eraser of a box. On an installed box, files of phones, updates, the hall and the card are forgotten
    too."""
    if folders.state.resolve() != STATE.resolve():
        return Eraser(folders)
    kept = (*_VERSIONS.glob("*/as-it-was"), *COPIES.glob(f"{COPIED}*"))
    card = partial(empty_card_folder, folders.own / OWN_SETTINGS)
    return Eraser(folders, (SENT.parent, HANDED_OUT, _HALL, TOLD, *kept), card)


@contextmanager
def _refusal_told(folders: Folders, cannot: str, mend: str) -> Iterator[None]:
    """Raise WrongUse with one sentence when the card cannot be written."""
    try:
        yield
    except OSError as refused:
        why = f"{refused.filename or folders.own}: {refusal_reason(refused)}"
        raise WrongUse(f"{cannot} ({why}); {mend}.") from None


def _print_faults(faults: Sequence[BadFile]) -> int:
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0
