"""Wherewolf at the table, from the morning to the end: everything that is equal with and without a moderator."""
