"""Handles Wherewolf on paper: games for `nightcrier judge`, and scenarios for `nightcrier decks`."""
