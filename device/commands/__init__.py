"""Floor 6: one file per command of `nightcrier`. Reads words, runs a room, prints, gives the exit status."""
