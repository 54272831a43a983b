"""Speaking machines, all behind one port. None is needed to play the game."""
