"""Plays Wherewolf with a moderator: the glass faces him, and the box is his voice, clock, notebook and referee."""
