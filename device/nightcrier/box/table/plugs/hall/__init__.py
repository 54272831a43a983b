"""Contains the feature of a table in a hall. The table can call the organiser, shows messages, can be found by its
lamp, and waits for a common dusk."""
