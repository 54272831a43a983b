"""Contains the program of the box: its daemon, its one main loop, and everything that these two use."""
