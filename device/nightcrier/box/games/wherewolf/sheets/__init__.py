"""Handles written games of Wherewolf for `nightcrier judge`, and its scenarios for `nightcrier decks`."""
