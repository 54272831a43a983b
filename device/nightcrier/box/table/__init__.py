"""Contains the state machine of everything that people do at the box, page by page, and the drawing of what they
see."""
