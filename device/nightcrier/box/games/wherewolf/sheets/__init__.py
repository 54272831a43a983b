"""Wherewolf on paper: games for `nightcrier judge`, scenarios for `nightcrier decks`."""
