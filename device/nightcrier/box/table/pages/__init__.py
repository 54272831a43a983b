"""The pages: what the screen shows there and what the controls do."""
