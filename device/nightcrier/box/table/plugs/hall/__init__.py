"""A table that is one of many in a hall: it can call the organiser, shows messages, can be found, waits for a dusk."""
