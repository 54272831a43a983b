"""Contains the speaking machines, all behind one port. The game can be played without any of them."""
