"""Contains the feature of a table in a hall with many tables: it can call the organiser, shows messages, can be found
by its lamp, and waits for a common dusk."""
