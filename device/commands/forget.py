"""`nightcrier forget everything`: a box to give away. What people did with it is gone, its settings stay."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from device.box.folders import Folders
from device.commands.as_owner import as_owner
from device.commands.card_folder import empty_card_folder
from device.commands.named import STATE, box_folders, must_be_ours
from device.feeding.forgetting import Forgetter
from device.feeding.kinds import OWN_SETTINGS
from device.kernel.chores import TOLD
from device.kernel.errors import WrongUse
from device.kernel.files import refusal_reason
from device.kernel.sent_files import HANDED_OUT, SENT
from device.kernel.sole_use import claim_folder

_VERSIONS, _HALL = Path("/opt/nightcrier/versions"), Path("/var/lib/nightcrier-hall")


def add_forget_arguments(parser: ArgumentParser) -> None:
    forgotten = "names, scores, choices, own voices, decks and sounds"
    parser.add_argument("what", choices=("everything",), metavar="everything", help=forgotten)


def do_forget(arguments: Namespace) -> int:
    """Also what was begun and cut."""
    folders = box_folders()
    must_be_ours(folders.own)
    with claim_folder(folders.state):
        forget_everything(folders)
    print(f"Forgotten: names, scores, choices, own voices, decks and sounds. {folders.own / OWN_SETTINGS} is left.")
    return 0


def forget_everything(folders: Folders) -> None:
    """While nobody plays. Raises WrongUse where nothing can be forgotten, NightcrierError where not all can be."""
    forgetter = forgetter_of(folders)
    try:
        forgetter.begin()
        forgetter.finish()
    except OSError as refused:
        why = f"{refused.filename or folders.own}: {refusal_reason(refused)}"
        raise WrongUse(f"Nothing can be forgotten ({why}); write its card anew.") from None


def forgetter_of(folders: Folders) -> Forgetter:
    """Of the box itself there are copies elsewhere: what a phone sent and fetched, what updates and the card kept."""
    if folders.state.resolve() != STATE.resolve():
        return Forgetter(folders, _owned)
    kept = _VERSIONS.glob("*/as-it-was")
    card = partial(empty_card_folder, folders.own / OWN_SETTINGS)
    return Forgetter(folders, _owned, (SENT.parent, HANDED_OUT, _HALL, TOLD, *kept), card)


@contextmanager
def _owned(folder: Path) -> Iterator[None]:
    """No link is followed there."""
    with as_owner(folder, follows_links=False):
        yield
