"""Serves the organiser of many tables: `nightcrier hall`, a third program, which no box needs."""
