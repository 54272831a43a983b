"""Finds out whether a box gives a card away: `./run leaks`."""
