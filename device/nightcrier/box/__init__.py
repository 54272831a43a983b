"""Puts the box together: the daemon that owns all state, what it is wired to, and its one main loop."""
