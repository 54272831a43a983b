"""Judges One Night: how a night changes the cards, who dies, who wins."""
