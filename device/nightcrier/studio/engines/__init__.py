"""Speaking machines, all behind one port. No machine is needed to play the game."""
