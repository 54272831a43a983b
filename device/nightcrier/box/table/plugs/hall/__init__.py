"""Contains the feature of a table in a hall. The table can call the organizer, shows messages, can be found by its
lamp, and waits for a common dusk."""
