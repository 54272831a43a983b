"""Plays Wherewolf at the table, from the morning to the end: everything that is the same with and without a
moderator."""
