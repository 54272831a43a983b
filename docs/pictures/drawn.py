"""All drawings of docs/card.md and docs/card-made.md, by their names. Part of make.py."""

from collections.abc import Callable, Mapping

from docs.pictures.given_folders import drive, stick
from docs.pictures.imager import imager
from docs.pictures.ways import bring, partitions

DRAWINGS: Mapping[str, Callable[[], str]] = {
    "card-imager": imager,
    "card-drive": drive,
    "card-stick": stick,
    "card-bring": bring,
    "card-partitions": partitions,
}
