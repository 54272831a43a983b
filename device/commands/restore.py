"""`nightcrier restore`: a saved box comes back, on the same machine or on another."""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.commands.named import add_places, box_folders, must_be_ours, path_named
from device.commands.progress import Patience
from device.feeding.restoring import BEFORE_BOX, Restorer, restored_told
from device.kernel.errors import BadFile, WrongUse
from device.kernel.files import refusal_reason
from device.kernel.sole_use import claim_folder


def add_restore_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "saved", type=path_named, nargs="?", metavar="FILE", help="what `save` wrote; without it, what was cut goes on"
    )
    add_places(parser, "state")


def do_restore(arguments: Namespace) -> int:
    """The status is 1 where a file of it was refused, or one of this box could not be saved before."""
    folders = box_folders(arguments.state)
    saved: Path | None = arguments.saved
    if saved is not None and not saved.is_file():
        raise WrongUse(f"There is no file {saved}; name one that `nightcrier save` has written.")
    must_be_ours(folders.own)
    restorer, unsaved = Restorer(folders), tuple[BadFile, ...]()
    try:
        with claim_folder(folders.state), Patience("The box is brought back"):
            if saved is not None:
                restorer.settle()
                with saved.open("rb") as file:
                    unsaved = restorer.begin(file, saved.name)
            restored = restorer.finish()
    except OSError as refused:
        why = f"{refused.filename or folders.own}: {refusal_reason(refused)}"
        raise WrongUse(f"The box cannot be brought back ({why}); make room on its card, and try again.") from None
    if restored is None:
        print("Nothing is to be brought back.")
        return 0
    print(restored_told(restored))
    print(f"As it was before: {folders.state / BEFORE_BOX}")
    for fault in (*unsaved, *restored.refused):
        print(fault, file=sys.stderr)
    return 1 if unsaved or restored.refused else 0
