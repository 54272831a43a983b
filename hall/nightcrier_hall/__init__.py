"""Serves the organizer of many tables with `nightcrier-hall`. No box needs this program."""
