"""The folder for people on the card that the box started from, where it has one: emptied when all is to be forgotten,
for what lies there would be taken again."""

from pathlib import Path

from device.feeding.forgetting import empty_folder
from device.feeding.given import FOLDER, is_of_people
from device.feeding.kinds import OWN_SETTINGS, PUT_HERE
from device.feeding.stick import writable
from device.kernel.errors import NightcrierError
from device.kernel.files import refusal_reason

CARD_MOUNT = Path("/boot/firmware")
CARD_TOOLS, CARD_MEMORY = (Path(place, "nightcrier-card") for place in ("/usr/lib", "/var/lib"))
"""What only a card of `image/build` has; and what is remembered there of the folder."""


def empty_card_folder(settings: Path, card: Path = CARD_MOUNT, tools: Path = CARD_TOOLS) -> list[str]:
    """But for what says what the folder is for, and the settings, where they are those of the box. Beside it a computer
    has kept what people threw away there. Where something is left, it is told, and what is remembered of the folder
    stays, too: else that would be taken again."""
    if not tools.is_dir():
        return []
    folder = card / FOLDER
    if not folder.is_dir():
        return [f"{folder} cannot be looked into; write the card again"]
    try:
        with writable(card, card):
            left = empty_folder(folder, but={PUT_HERE, *_same_settings(folder / OWN_SETTINGS, settings)})
            left += empty_folder(card, but={each.name for each in card.iterdir() if is_of_people(each.name)})
    except NightcrierError as refused:
        return [str(refused).rstrip(".")]
    except OSError as refused:
        return [f"{card} cannot be read ({refusal_reason(refused)})"]
    return left or empty_folder(CARD_MEMORY)


def _same_settings(of_card: Path, settings: Path) -> set[str]:
    try:
        return {OWN_SETTINGS} if of_card.read_bytes() == settings.read_bytes() else set()
    except OSError:
        return set()
