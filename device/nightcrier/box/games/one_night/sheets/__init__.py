"""Handles written games of One Night for `nightcrier judge`, and its decks for `nightcrier decks`."""
