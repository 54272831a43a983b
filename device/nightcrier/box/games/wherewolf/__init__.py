"""Plays the game Wherewolf: its rules, its decks, its referee, and the two ways to play it at the table."""
