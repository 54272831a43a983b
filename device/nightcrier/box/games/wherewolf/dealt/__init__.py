"""Plays Wherewolf without a moderator: the box deals, and every player comes to the box twice a night."""
