"""`nightcrier forget everything`: a box to give away. What people did with it is gone, its settings stay."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from device.box.folders import Folders
from device.commands.named import STATE, add_places, box_folders, kept_in, must_be_ours
from device.feeding.forgetting import Forgetter
from device.kernel.errors import WrongUse
from device.kernel.files import refusal_reason
from device.kernel.sent_files import HANDED_OUT, SENT
from device.kernel.sole_use import claim_folder

_VERSIONS = Path("/opt/nightcrier/versions")
_OF_CARD = Path("/var/lib/nightcrier-card")
"""What a box from a card remembers of the folder for people: `image/overlay`."""


def add_forget_arguments(parser: ArgumentParser) -> None:
    forgotten = "names, scores, choices, own voices, decks and sounds"
    parser.add_argument("what", choices=("everything",), metavar="everything", help=forgotten)
    add_places(parser, "state")


def do_forget(arguments: Namespace) -> int:
    """Also what was begun and cut."""
    folders = box_folders(arguments.state)
    must_be_ours(folders.own)
    forgetter = forgetter_of(folders)
    try:
        with claim_folder(folders.state):
            forgetter.begin()
            forgetter.finish()
    except OSError as refused:
        why = f"{refused.filename or folders.own}: {refusal_reason(refused)}"
        raise WrongUse(f"Nothing can be forgotten ({why}); write its card anew.") from None
    print(f"Forgotten: names, scores, choices, own voices, decks and sounds. {folders.own / 'device.toml'} is left.")
    return 0


def forgetter_of(folders: Folders) -> Forgetter:
    """Of the box itself there are copies elsewhere: what a phone sent and fetched, what updates and the card kept."""
    if folders.state.resolve() != STATE.resolve():
        return Forgetter(folders, kept_in)
    kept = _VERSIONS.glob("*/as-it-was")
    return Forgetter(folders, kept_in, (SENT.parent, HANDED_OUT, _OF_CARD, *kept))
