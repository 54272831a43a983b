"""Holds the rules of One Night as data: roles, decks, options, the order of the calls."""
