"""The sound card: which there are, which to play through, and opening it."""
