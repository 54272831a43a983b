"""Plays One Night without paper cards: the box deals, shows secret turns, counts the votes and retells the night."""
