"""The vote as a show: three, two, one, and all point on the word."""

from device.games.one_night.narration.wording import AFTER_VOTE, POINT, VOTE_COUNTDOWN, VOTE_OPEN
from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.pieces import spoken_lines
from device.show.cues import Call, Cue, Gap, Say, Show, Signal
from device.show.facts import RoleName

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
