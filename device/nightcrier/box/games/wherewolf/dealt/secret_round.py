"""Calls every player in play to the box, in each secret round without a moderator."""

from msgspec import Struct

from nightcrier.box.games.engine.secret_turns import seats_called
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage, seats_asked
from nightcrier.box.show.cues import Show
from nightcrier.kernel.ids import Seconds


class WolfRound(Struct, frozen=True):
    """A secret round of all players in play."""

    def seats(self, rules: WolfRules, village: WolfVillage) -> tuple[int, ...]:
        return seats_asked(village)


def players_called(rules: WolfRules, village: WolfVillage, whole: Seconds, least: Seconds | None = None) -> Show:
    """Return the show that calls each player in play. Turns without a least time last the whole time. The table may
    choose that all turns do."""
    options = rules.options
    shortest = None if least is None or options.full_windows else options.seconds(least)
    return seats_called(seats_asked(village), options.seconds(whole), shortest)
