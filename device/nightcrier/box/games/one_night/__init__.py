"""Plays One Night Ultimate Werewolf and Daybreak: cards, decks, the night, the referee."""
