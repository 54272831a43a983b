"""Serves the organiser of many tables: `nightcrier hall`, a program that no box needs."""
