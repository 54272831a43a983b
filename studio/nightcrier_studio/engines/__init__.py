"""Speaking machines, all behind one port. The game can be played without any of these machines."""
