"""Contains the players that make sound: one uses pygame and the sound card, the other writes a file."""
