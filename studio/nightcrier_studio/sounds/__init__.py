"""Make all of Nightcrier's own sounds from only physics and a seed: beds that mask noises, and signals with a
meaning."""
