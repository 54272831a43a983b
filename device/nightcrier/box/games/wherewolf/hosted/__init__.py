"""Wherewolf with a moderator: the glass faces him, and the box is voice, clock, notebook and referee."""
