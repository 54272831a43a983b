"""The day: time to talk, longer with more people, with a warning at one minute and at thirty seconds."""

from device.games.one_night.narration.wording import ONE_MINUTE, RING_VOTE, THIRTY_SECONDS
from device.games.one_night.rules.decks import ONE_NIGHT_FEWEST
from device.games.one_night.rules.options import Options
from device.kernel.ids import Seconds
from device.show.stages import Count

SHORTEST_TALK = 180.0  # three players
PER_PLAYER = 15.0


def day_talk(players: int, options: Options) -> Count:
    """The talk. `auto` gives three players three minutes, and ten nearly five."""
    return Count(day_seconds(players, options), ((60.0, ONE_MINUTE), (30.0, THIRTY_SECONDS)), (RING_VOTE,))


def day_seconds(players: int, options: Options) -> Seconds:
    """How long people may talk."""
    if options.day_minutes == "auto":
        return SHORTEST_TALK + PER_PLAYER * (players - ONE_NIGHT_FEWEST)
    return 60.0 * options.day_minutes
