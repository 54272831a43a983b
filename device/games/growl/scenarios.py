"""The ways to play GROWL, one file each in `config/scenarios/growl`: for how many it is, and its names.

level = 1
fewest = 4
most = 10

[names]
en = "Classic"
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from device.games.growl.supplies import GROWL_FEWEST, GROWL_MOST
from device.kernel.errors import BadFile
from device.kernel.reading import parse_toml
from device.show.stages import Scenario

Players = Annotated[int, Meta(ge=GROWL_FEWEST, le=GROWL_MOST)]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=5)]
    fewest: Players
    most: Players
    names: Mapping[str, Annotated[str, Meta(min_length=1)]]


def growl_scenario(data: bytes, name: str) -> Scenario:
    """A file, checked; its id is the file's name. Raises BadFile with file, key and what is wanted."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    if "en" not in read.names:
        raise BadFile(file, "names", "needs at least a name in English (en)")
    if read.fewest > read.most:
        raise BadFile(file, "fewest", "must not be more than most")
    return Scenario(name, read.names, tuple(range(read.fewest, read.most + 1)), read.level)
