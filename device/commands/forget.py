"""`nightcrier forget everything`: a box to give away. What people did with it is gone, its settings stay.

The folder for people on the card that the box started from is emptied, for what lies there would be taken again; and so
is what computers keep on that drive of what was thrown away there."""

import re
import subprocess
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from device.box.folders import Folders
from device.commands.named import STATE, box_folders, must_be_ours
from device.feeding.forgetting import Forgetter, empty_folder
from device.feeding.given import FOLDER, is_of_people
from device.feeding.kinds import OWN_SETTINGS, PUT_HERE
from device.feeding.stick import writable
from device.kernel.chores import TOLD
from device.kernel.errors import NightcrierError, WrongUse
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
        return Forgetter(folders)
    kept = _VERSIONS.glob("*/as-it-was")
    card = partial(empty_card_folder, folders.own / OWN_SETTINGS)
    return Forgetter(folders, (SENT.parent, HANDED_OUT, _HALL, TOLD, *kept), card)


CARD_MOUNT = Path("/boot/firmware")
CARD_TOOLS, CARD_MEMORY = (Path(place, "nightcrier-card") for place in ("/usr/lib", "/var/lib"))
"""What only a card of `image/build` has; and what is remembered there of the folder."""
_LOST = re.compile(r"found\.\d+|fsck\d+\.rec|recycled|recycler|lost\.dir", re.IGNORECASE)
"""What a disk check recovered there, and the Trash of older computers."""
_REMEMBER = 'card=$2 memory=$3; . "$1/memory.sh"; as_it_is | keep seen'


def empty_card_folder(settings: Path, card: Path = CARD_MOUNT, tools: Path = CARD_TOOLS) -> list[str]:
    """What says what the folder is for stays, and so do the settings, where they are those of the box. What cannot be
    removed is told, and remembered: else it would be taken again."""
    if not tools.is_dir():
        return []
    try:
        left = _emptied(card, settings)
    except NightcrierError as refused:
        left = [str(refused).rstrip(".")]
    except OSError as refused:
        left = [f"{card} cannot be read ({refusal_reason(refused)})"]
    return [*left, *_remember(card, tools)] if left else empty_folder(CARD_MEMORY)


def _emptied(card: Path, settings: Path) -> list[str]:
    """Raises NightcrierError and OSError. What the Pi starts with lies there: where nothing does, it is no card."""
    if not any(card.iterdir()):
        return [f"{card} is empty; write the card again"]
    folder = card / FOLDER
    with writable(card, card):
        left = empty_folder(folder, but={each.name for each in _files(folder) if _stays(each, settings)})
        return left + empty_folder(card, but={each.name for each in card.iterdir() if not _is_thrown_away(each.name)})


def _files(folder: Path) -> list[Path]:
    return [each for each in folder.iterdir() if each.is_file()] if folder.is_dir() else []


def _stays(file: Path, settings: Path) -> bool:
    """Settings are known in whatever letters."""
    if file.name.lower() == OWN_SETTINGS:
        content = _content(file)
        return content is not None and content == _content(settings)
    return file.name == PUT_HERE


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _is_thrown_away(name: str) -> bool:
    return not is_of_people(name) or bool(_LOST.fullmatch(name))


def _remember(card: Path, tools: Path) -> list[str]:
    """What lies there now is nothing new at the next start."""
    if not (card / FOLDER).is_dir():
        return []
    words = ("/bin/sh", "-euc", _REMEMBER, "sh", str(tools), str(card), str(CARD_MEMORY))
    done = subprocess.run(words, check=False, capture_output=True)  # noqa: S603 - ours
    return [] if done.returncode == 0 else ["what is left there is taken again at the next start"]
