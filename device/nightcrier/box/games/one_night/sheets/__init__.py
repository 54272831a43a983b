"""Handles One Night on paper: games for `nightcrier judge`, decks for `nightcrier decks`."""
