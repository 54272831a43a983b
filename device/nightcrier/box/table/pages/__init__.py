"""Contains the pages: what the screen shows on each page, and what the controls do."""
