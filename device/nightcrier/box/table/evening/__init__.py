"""The people of an evening, what they play, and their scores."""
