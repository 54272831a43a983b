"""The talk, longer with more people and with warnings before its end; then the vote: three, two, one, and all point."""

from device.games.one_night.narration.wording import (
    AFTER_VOTE,
    ONE_MINUTE,
    POINT,
    RING_VOTE,
    THIRTY_SECONDS,
    VOTE_COUNTDOWN,
    VOTE_OPEN,
)
from device.games.one_night.rules.decks import ONE_NIGHT_FEWEST, Deck
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.pieces import spoken_lines
from device.kernel.ids import Seconds
from device.show.cues import Call, Cue, Gap, Say, Show, Signal
from device.show.facts import RoleName
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


CHOOSE_GAP = Gap(3.0)
VOTE_BEAT = Gap(0.7)  # the same after each number: the last word falls where everybody expects it
LOOK_GAP = Gap(1.5)


def vote_show(deck: Deck, options: Options) -> Show:
    """From the end of the talk to the cards that are turned."""
    ask = [Say(line) for line in spoken_lines(VOTE_OPEN, deck, options)]
    count: list[Cue] = [cue for line in spoken_lines(VOTE_COUNTDOWN, deck, options) for cue in (Say(line), VOTE_BEAT)]
    point = [Say(line) for line in spoken_lines(POINT, deck, options)]
    after = [Say(line) for line in spoken_lines(AFTER_VOTE, deck, options)]
    return (Call(RoleName("vote")), Signal("gong"), *ask, CHOOSE_GAP, *count, *point, LOOK_GAP, *after)
