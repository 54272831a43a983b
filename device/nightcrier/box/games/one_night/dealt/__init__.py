"""One Night without paper cards. The box deals, lets players act on the screen, counts the votes and retells the
night."""
