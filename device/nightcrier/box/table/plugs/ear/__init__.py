"""Contains the feature of keypads, foot switches and gamepads: people press what shall be START, BACK and the dial."""
