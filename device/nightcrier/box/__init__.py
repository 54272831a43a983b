"""Floor 5: the box put together. The daemon that owns all state, what it is wired to, and its one main loop."""
