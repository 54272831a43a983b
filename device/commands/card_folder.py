"""The folder for people on the card that the box started from, where it has one: emptied when all is to be forgotten,
for what lies there would be taken again."""

from pathlib import Path

from device.feeding.forgetting import empty_folder
from device.feeding.given import FOLDER
from device.feeding.kinds import OWN_SETTINGS, PUT_HERE
from device.feeding.stick import writable
from device.kernel.errors import WrongUse

CARD = Path("/boot/firmware")
_CARD_TOOLS = Path("/usr/lib/nightcrier-card")
"""Only a card of `image/build` has them."""


def empty_card_folder(card: Path = CARD, tools: Path = _CARD_TOOLS) -> None:
    """But for the settings, which stay on the box as well, and what says what the folder is for. Raises WrongUse."""
    folder = card / FOLDER
    if not tools.is_dir() or not folder.is_dir():
        return
    with writable(card, card):
        left = empty_folder(folder, but={OWN_SETTINGS, PUT_HERE})
    if left:
        raise WrongUse(f"Nothing is forgotten: {left[0]}.")
