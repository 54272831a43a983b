"""Contains the ports of buttons, dial, screen and lamp, and their physics as pure functions. Knows nothing of games."""
