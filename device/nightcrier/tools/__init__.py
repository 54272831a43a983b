"""Floor 7: one file per command of `nightcrier`. Reads words, runs a room, prints, gives the exit status."""
