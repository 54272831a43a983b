"""Leads games with a moderator. The glass faces him, and the box is his voice, clock, notebook and referee."""
