"""Floor 4: the state machine of all that people do, one file per page, and the drawing of what they see."""
