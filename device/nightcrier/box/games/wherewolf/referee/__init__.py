"""Judges the nights, mornings and days of Wherewolf, and returns a new state of the game after each."""
