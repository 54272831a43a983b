"""Floor 6: feeds the box without a terminal. What people put on a stick is looked at and taken; what they want of the
box is written there."""
