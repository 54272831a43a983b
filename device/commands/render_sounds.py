"""What a table chose to hear, for `nightcrier render`: as on the box, unless it was asked for otherwise."""

from argparse import Namespace
from collections.abc import Collection, Mapping, Sequence
from typing import Any, get_args

from msgspec.structs import replace

from device.commands.named import known_name
from device.commands.named_values import named_values
from device.table.house import NO_BED, Casting, Choices

_SWITCHES = {"foley": "foley", "drone": "drone", "day-bed": "day_bed"}
_ON_OR_OFF = {"on": True, "off": False}


def as_on_the_box(first: Choices, kept: Choices | None, beds: Collection[str]) -> Choices:
    """The choices of a new box, with what is heard as it was kept on this one. A bed that is gone is none of them."""
    if kept is None:
        return first
    bed = kept.bed if kept.bed in (*beds, NO_BED) else first.bed
    switches = {field: getattr(kept, field) for field in _SWITCHES.values()}
    return replace(first, voices=kept.voices, cast=kept.cast, bed=bed, **switches)


def asked_sounds(choices: Choices, arguments: Namespace, beds: Collection[str]) -> Mapping[str, Any]:
    """Fields of the choices: the bed, and what stands under More sounds."""
    bed = choices.bed if arguments.bed is None else known_name(arguments.bed, (*beds, NO_BED), "bed")
    return {"bed": bed, **_more_sounds(arguments.sound)}


def _more_sounds(wanted: Sequence[str]) -> Mapping[str, Any]:
    fields = dict[str, Any]()
    for name, value in named_values("--sound", wanted).items():
        if known_name(name, ("cast", *_SWITCHES), "sound") == "cast":
            fields["cast"] = known_name(value, get_args(Casting), "cast")
        else:
            fields[_SWITCHES[name]] = _ON_OR_OFF[known_name(value, tuple(_ON_OR_OFF), name)]
    return fields
