"""Runs the commands of `nightcrier`: reads their words, runs a room, prints, and gives the exit status."""
