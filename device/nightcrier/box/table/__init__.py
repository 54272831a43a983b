"""Contains the state machine for everything that people do at the box, page by page, and draws what they see."""
