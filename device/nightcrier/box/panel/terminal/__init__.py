"""Draws the box in a terminal, for `sim`: keys move gpiozero's mock pins, so that all above them is the real thing."""
