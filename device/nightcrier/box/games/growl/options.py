"""Defines the options of GROWL, and its scenarios: one file each in `config/scenarios/growl`, with its number of
players and its names.

level = 1
fewest = 4
most = 10

[names]
en = "Classic"
"""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from nightcrier.box.games.growl.cards import GROWL_FEWEST, GROWL_MOST
from nightcrier.box.show.deck_checks import DeckFile
from nightcrier.box.show.plug import choices_of, legal_options
from nightcrier.box.show.setup import MAIN, OptionValue, Scenario
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.ids import Seconds
from nightcrier.kernel.reading import parse_toml

GrowlPace = Literal["slow", "normal", "fast"]
_HASTE = {"slow": 1.5, "normal": 1.0, "fast": 0.7}
GrowlWording = Literal["evening", "full", "short"]
Turns = Literal["start", "heartbeat"]
MoreCards = Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]
_MORE_FOR_EACH = 0.08
"""The fraction by which a window grows for each player above the fewest. With more players, cards travel farther."""


class GrowlOptions(Struct, frozen=True):
    pace: Annotated[GrowlPace, MAIN] = "normal"
    wording: GrowlWording = "evening"  # in full for a table that has not played it, then short
    turns: Turns = "start"  # START at every turn, or none of it: a heartbeat that grows until the night
    gold: Literal[10, 12] = 12  # lists of the box's cards differ; 12 is the designer's
    more_cards: MoreCards = 0  # of expansions: 14 Curses and 3 to 5 Spells lie in one box
    draws: bool = False  # the box draws the nights; the cards in the pile only mark when they come

    def seconds(self, usual: Seconds, players: int = GROWL_FEWEST) -> Seconds:
        """Return the length of a window at the chosen pace for this number of players."""
        return usual * _HASTE[self.pace] * (1 + _MORE_FOR_EACH * (players - GROWL_FEWEST))

    def says_little(self, *, heard: bool) -> bool:
        """Say whether the narrator leaves out the rules: with the wording `short` always, with `full` never, and with
        `evening` if the table has `heard` them."""
        return heard if self.wording == "evening" else self.wording == "short"


GROWL_CHOICES = choices_of(GrowlOptions)
"""The options in the form in which the menu offers them."""


def growl_options(remembered: Mapping[str, OptionValue]) -> GrowlOptions:
    """Return the options that a box remembers. An invalid value is replaced by the default."""
    return msgspec.convert(legal_options(GROWL_CHOICES, remembered), GrowlOptions)


Players = Annotated[int, Meta(ge=GROWL_FEWEST, le=GROWL_MOST)]


class _File(DeckFile, frozen=True, forbid_unknown_fields=True):
    fewest: Players
    most: Players


def growl_scenario(data: bytes, name: str) -> Scenario:
    """Read a scenario file and check its content. The id of the scenario is the name of the file. Raises BadFile."""
    file = f"{name}.toml"
    read = parse_toml(data, _File, file)
    if read.fewest > read.most:
        raise BadFile(file, "fewest", "must not be more than most")
    return read.scenario(file, name, read.fewest, read.most - read.fewest)
