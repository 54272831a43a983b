"""Calls every player in play to the box, in each secret round without a moderator."""

from msgspec import Struct

from nightcrier.box.games.engine.secret_turns import seats_called
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.cues import Show
from nightcrier.kernel.ids import Seconds


class WolfRound(Struct, frozen=True):
    """A secret round of all players in play."""

    def seats(self, rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
        return tuple(village.known.in_play)


def players_called(rules: WolfRules, village: WolfVillage, whole: Seconds, least: Seconds) -> Show:
    """Return the show that calls each player in play. If players could learn from the length of a turn, the table may
    choose that every turn lasts the whole time."""
    options = rules.options
    return seats_called(
        village.known.in_play, options.seconds(whole), None if options.full_windows else options.seconds(least)
    )
