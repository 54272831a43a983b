"""Holds the program of the box: its daemon, its one main loop, and all that the two are wired to."""
