"""Has the state machine of all that people do, page by page, and the drawing of what they see."""
