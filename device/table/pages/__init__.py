"""One file per page: what the screen shows there and what the controls do."""
