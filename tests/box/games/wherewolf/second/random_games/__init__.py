"""Draws random legal games of Wherewolf, played through the state of the second referee."""

from tests.box.games.wherewolf.second.random_games.playing import random_game

__all__ = ["random_game"]
