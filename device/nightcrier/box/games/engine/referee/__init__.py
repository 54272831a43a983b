"""Judges games in files: what seats learn in the night, who dies, how the day ends, and who wins."""
