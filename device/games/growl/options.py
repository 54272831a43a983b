"""What a table may choose for GROWL."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from device.kernel.ids import Seconds
from device.show.plug import allowed_options
from device.show.stages import Choice, OptionValue

GrowlPace = Literal["slow", "normal", "fast"]
HASTE = {"slow": 1.5, "normal": 1.0, "fast": 0.7}


class GrowlOptions(Struct, frozen=True):
    """Each field is an option of the menu."""

    pace: GrowlPace = "normal"
    gold: Literal[10, 12] = 12  # lists of the box's cards differ; 12 is the designer's
    draws: bool = False  # the box draws the nights; the cards in the pile only mark when they come

    def seconds(self, usual: Seconds) -> Seconds:
        """A window at the pace of the table."""
        return usual * HASTE[self.pace]


_VALUES: Mapping[str, tuple[OptionValue, ...]] = {"pace": tuple(HASTE), "gold": (10, 12), "draws": (False, True)}
GROWL_CHOICES = tuple(
    Choice(field.name, _VALUES[field.name], field.default) for field in msgspec.structs.fields(GrowlOptions)
)
"""The same, as the menu offers it."""


def growl_options(remembered: Mapping[str, OptionValue]) -> GrowlOptions:
    """What a box remembers: whatever cannot be, from an older box perhaps, stays as printed."""
    return msgspec.convert(allowed_options(GROWL_CHOICES, remembered), GrowlOptions)
