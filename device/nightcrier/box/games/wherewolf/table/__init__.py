"""Plays Wherewolf at the table, from the morning to the end: everything that does not depend on a moderator."""
