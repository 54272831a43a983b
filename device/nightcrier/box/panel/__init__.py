"""Has buttons, dial, screen and lamp behind ports; their physics as pure functions. Knows no games."""
