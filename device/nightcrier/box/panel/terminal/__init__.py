"""Draws the box in a terminal, for `sim`. Keys move gpiozero's mock pins; all above the pins is the real code."""
