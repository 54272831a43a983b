"""Pages that lie over home or over the stage of a game."""
