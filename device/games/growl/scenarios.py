"""The ways to play GROWL, one file each in `config/scenarios/growl`: for how many it is, and its names.

level = 1
fewest = 4
most = 10

[names]
en = "Classic"
"""

import tomllib
from collections.abc import Mapping
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from device.games.growl.supplies import FEWEST, MOST
from device.kernel.errors import BadFile
from device.show.stages import Scenario

Players = Annotated[int, Meta(ge=FEWEST, le=MOST)]


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    level: Annotated[int, Meta(ge=1, le=5)]
    fewest: Players
    most: Players
    names: Mapping[str, Annotated[str, Meta(min_length=1)]]


def scenario_from(data: bytes, name: str) -> Scenario:
    """A file, checked; its id is the file's name. Raises BadFile with file, key and what is wanted."""
    file = f"{name}.toml"
    try:
        read = msgspec.convert(tomllib.loads(data.decode("utf-8")), _File)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadFile(file, "", f"is not TOML in UTF-8: {error}") from None
    except msgspec.ValidationError as error:
        what, _, where = str(error).partition(" - at `$")
        raise BadFile(file, where.strip(".`") or "top level", what[:1].lower() + what[1:]) from None
    return Scenario(name, read.names, tuple(range(read.fewest, read.most + 1)), read.level)
