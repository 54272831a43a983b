"""Contains the feature of keypads, foot switches and gamepads: people choose its keys for START, BACK and the dial."""
