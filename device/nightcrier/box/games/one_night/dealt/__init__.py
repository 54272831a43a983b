"""Plays One Night without paper cards. The box deals, lets players act on the screen, counts votes, retells the
night."""
