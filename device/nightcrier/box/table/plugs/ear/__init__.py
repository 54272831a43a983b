"""Contains the row with which people choose the sound card of the private ear."""
