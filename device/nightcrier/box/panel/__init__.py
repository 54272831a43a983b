"""Buttons, dial, screen and lamp behind ports, and their physics as pure functions. The panel knows no games."""
