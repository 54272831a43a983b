"""Holds the games: cards, decks, nights and referees as data and pure functions, without pins, sound, files or time."""
