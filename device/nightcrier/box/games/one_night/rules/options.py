"""Defines the options of One Night: pace, wording, house rules. The defaults are the printed rules."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.plug import choices_of, is_allowed, legal_options
from nightcrier.box.show.setup import MAIN, RULES, Choice, OptionValue
from nightcrier.kernel.errors import WrongUse

Pace = Literal["slow", "normal", "fast"]
RoleSeconds = Literal["pace", 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
Wording = Literal["evening", "full", "short"]
Sets = Literal["base", "daybreak", "both", "all"]
Minutes = Literal["auto", 3, 4, 5, 6, 7, 8, 9, 10]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    pace: Annotated[Pace, MAIN] = "normal"
    role_seconds: RoleSeconds = "pace"  # those of a plain role, in the place of the pace
    wording: Wording = "evening"  # in full what is new to this table, short otherwise
    lone_wolf: bool = False  # the only Werewolf may look at a center card
    name_place: bool = False  # the box names the place where a single center card is taken
    nudge: bool = True  # at the end everybody nudges the card in front, so that its place tells nothing
    stretch: bool = False  # every window gets a few seconds more, drawn by lot
    day_minutes: Annotated[Minutes, MAIN] = "auto"
    sets: Annotated[Sets, MAIN] = "base"  # the boxes on the shelf; random decks are drawn from them
    minion_must_live: Annotated[bool, RULES] = False
    cudgel_stops_team: Annotated[bool, RULES] = False  # its dead holder takes the win from all wolves and helpers
    unharmed_village_wins: Annotated[bool, RULES] = False  # without wolves in play, if only Minions and Tanners died
    curator_before_revealer: Annotated[bool, RULES] = True
    deal: Annotated[bool, MAIN] = False  # the box deals, and nobody needs cards
    secret_vote: bool = False  # with it: seat after seat dials unseen, instead of all pointing at once
    anti_streak: bool = False  # with it: nobody gets the role of the deal before

    def worded(self, *, new: bool) -> "Options":
        """Return the options with the wording for something that is new to this table, or that the table knows."""
        return replace(self, wording="full" if new else "short") if self.wording == "evening" else self


CHOICES = choices_of(Options)
"""The options in the form in which the menu offers them."""


BOXES_ASKED = Choice("sets", ("both", "base", "daybreak"), "base")
"""The question about which boxes people have, with the values of START, BACK and a press of the dial."""


def without_cards(options: Options) -> Options:
    """Return the options for a night without paper cards: no card is nudged, and no place of the center is named."""
    return replace(options, nudge=False, name_place=False)


def options_in(remembered: Mapping[str, OptionValue]) -> Options:
    """Return the options that a box remembers. An invalid value is replaced by the default."""
    return msgspec.convert(legal_options(CHOICES, remembered), Options)


def options_from(chosen: Mapping[str, OptionValue]) -> Options:
    """Check the options that somebody asks for, and return them. All other options have their defaults."""
    for choice in CHOICES:
        if choice.id in chosen and not is_allowed(choice, chosen[choice.id]):
            allowed = ", ".join(str(value).lower() for value in choice.values)
            raise WrongUse(f"Option {choice.id} cannot be {chosen[choice.id]!r}; choose one of: {allowed}.")
    unknown = sorted(chosen.keys() - {choice.id for choice in CHOICES})
    if unknown:
        allowed = ", ".join(choice.id for choice in CHOICES)
        raise WrongUse(f"One Night has no option {unknown[0]}; choose one of: {allowed}.")
    return msgspec.convert(dict(chosen), Options)
