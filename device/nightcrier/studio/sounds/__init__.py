"""Make all own sounds from nothing but physics and a seed: the beds that mask, and the signals that mean something."""
