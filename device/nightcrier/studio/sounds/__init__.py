"""Own sounds, made from nothing but physics and a seed: the beds that mask, and the signals that mean something."""
