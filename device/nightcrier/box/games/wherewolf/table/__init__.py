"""Plays Wherewolf at the table: what games with and without a moderator share, from the morning to the end."""
