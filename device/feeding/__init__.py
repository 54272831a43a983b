"""Feeds the box without a terminal: what people put on a stick is looked at and taken; what they want of the box is
written there."""
