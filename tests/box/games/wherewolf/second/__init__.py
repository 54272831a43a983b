"""Judges Wherewolf with a second referee, written from the rules alone and independently of the first."""

from tests.box.games.wherewolf.second.judging import judge_game
from tests.box.games.wherewolf.second.refusal import Refused

__all__ = ["Refused", "judge_game"]
