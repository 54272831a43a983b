"""Builds what a box plays and shows but does not make itself: voices, beds, signals and letters."""
