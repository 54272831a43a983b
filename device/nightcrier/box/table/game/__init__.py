"""Contains the course of a game: its session, its stages, its shows and its secret turns."""
