"""Counts three, two, one before all do something at once, the same in every game."""

from device.kernel.ids import LineId
from device.show.cues import Gap, Say, Show

_BEAT = Gap(0.7)
"""The same after each number: the last word falls where everybody expects it."""

_NUMBERS = ("vote.three", "vote.two", "vote.one")
COUNT_OF_THREE: Show = tuple(cue for number in _NUMBERS for cue in (Say(LineId(number)), _BEAT))
