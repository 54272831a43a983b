"""Speaking machines: one small module for each, all behind one port. None is needed to play the game."""
