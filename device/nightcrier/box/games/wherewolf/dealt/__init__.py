"""Wherewolf without a moderator: the box deals, and everybody comes to it twice a night, in the same order."""
