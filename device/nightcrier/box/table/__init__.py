"""Contains the state machine of all that people do at the box, page by page, and draws what they see."""
