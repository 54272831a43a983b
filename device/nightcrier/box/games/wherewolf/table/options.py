"""The options of Wherewolf. The defaults are the game as the rulebook means it."""

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from nightcrier.box.show.plug import choices_of, legal_options
from nightcrier.box.show.setup import OptionValue
from nightcrier.kernel.ids import Seconds

Leader = Literal["moderator", "box"]
Dealing = Literal["stacked", "entered", "unknown"]
Assembly = Literal["open", 3, 5, 8, 10, 15, 20]
Latent = Literal["off", "drawn", "chosen"]
WolfPace = Literal["slow", "normal", "fast"]
WolfWording = Literal["full", "short"]

_TIMED_MINUTES = 10
"""The minutes of a timed day whose talk has no length of its own."""
_MINUTE: Seconds = 60.0
_SLOWER = {"slow": 1.4, "normal": 1.0, "fast": 0.8}


class WherewolfOptions(Struct, frozen=True):
    """The options of Wherewolf; each field is one of the menu."""

    host: Leader = "moderator"  # who leads: a person with the glass before him, or the box alone
    dealing: Dealing = "stacked"  # with a moderator: how the box comes to know the roles, or that it does not
    pace: WolfPace = "normal"
    wording: WolfWording = "full"  # with a moderator: short calls say who wakes and points, and not what for
    assembly: Assembly = "open"
    timed_day: bool = False  # one clock for talk and votes; at zero night falls without a pyre
    role_reveal: bool = False
    open_vote: bool = False
    amulet_sword: bool = False
    latent: Latent = "off"
    full_windows: bool = False  # without a moderator: no turn ends at a press
    dead_lead: bool = False  # without a moderator: who dies first may lead from then on

    @property
    def talk(self) -> Seconds | None:
        """The seconds in which the assembly may talk; None means as long as it likes."""
        if self.assembly != "open":
            return self.assembly * _MINUTE
        return _TIMED_MINUTES * _MINUTE if self.timed_day else None

    def seconds(self, usual: Seconds) -> Seconds:
        """A window at the pace of the table."""
        return usual * _SLOWER[self.pace]


WHEREWOLF_CHOICES = choices_of(WherewolfOptions)
"""The options as the menu offers them."""


def wherewolf_options(remembered: Mapping[str, OptionValue]) -> WherewolfOptions:
    """The options a box remembers: one that cannot be stays as printed."""
    return msgspec.convert(legal_options(WHEREWOLF_CHOICES, remembered), WherewolfOptions)
