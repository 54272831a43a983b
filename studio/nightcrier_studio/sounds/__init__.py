"""Make all own sounds of Nightcrier from physics and a seed: beds that mask noises, and signals with a meaning."""
