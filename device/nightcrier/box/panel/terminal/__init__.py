"""Draws the box in a terminal, for `sim`. Keys move gpiozero's mock pins, and everything above the pins is the real
code."""
