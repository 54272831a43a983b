"""Contains the people of an evening, what they play, and their scores."""
