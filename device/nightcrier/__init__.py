"""Nightcrier: a box that runs games of hidden roles by voice."""

__version__ = "0.2.0"
