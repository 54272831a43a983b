"""Contains the pages that cover home or the stage of a game."""
