"""A table that is one of many in a hall: its organiser is called, says something, finds it, and announces one dusk."""
