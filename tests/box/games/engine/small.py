"""Provides the smallest game files for tests: one of one night, one of many nights, one that extends One Night."""

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.reading import read_game
from nightcrier.words.catalogue import LANGUAGES

SMALL = """
format = 1
players = [5, 8]
[side.town]
[side.foxes]
count = 1
[role.hen]
side = "town"
fills = true
[role.fox]
side = "foxes"
fills = true
[[call]]
who = "fox"
do = "read"
[words.en]
name = "Fox"
roles = { hen = "Hen", fox = { name = "Fox", many = "Foxes" } }
"""
MANY = SMALL.replace("players =", 'nights = "many"\nplayers =') + "[mark.bitten]\n[switch.quick]\n"
ADDED = """
format = 1
extends = "one-night"
[role.squire]
side = "werewolf"
[[call]]
who = "squire"
after = "minion"
[words.en]
roles = { squire = "Squire" }
name = "Squire"
"""


def read(text: str, name: str = "small") -> GameFile:
    return read_game(text.encode(), f"{name}.game.toml", LANGUAGES)
