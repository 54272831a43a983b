"""The organiser's side of many tables: `nightcrier hall`, a third program, which no box needs."""
