"""Make all own sounds from physics and a seed only: the beds that mask noises, and the signals that have a meaning."""
