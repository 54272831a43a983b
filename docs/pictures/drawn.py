"""All drawings of README.md and the docs that a script draws, by their names. Part of make.py."""

from collections.abc import Callable, Mapping

from docs.pictures.doors import DOORS
from docs.pictures.given_folders import drive, stick
from docs.pictures.hands import hands
from docs.pictures.host_sheet import SHEETS
from docs.pictures.imager import imager
from docs.pictures.ways import bring, partitions

DRAWINGS: Mapping[str, Callable[[], str]] = {
    "hands": hands,
    "card-imager": imager,
    "card-drive": drive,
    "card-stick": stick,
    "card-bring": bring,
    "card-partitions": partitions,
    **DOORS,
    **SHEETS,
}
