"""Finds out whether a box reveals a card: `./run leaks`."""
