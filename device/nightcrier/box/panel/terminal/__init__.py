"""Draws the box in a terminal, for `sim`. Keys move gpiozero's mock pins; everything above the pins is the code of the
real box."""
