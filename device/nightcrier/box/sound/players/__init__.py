"""Holds the players that make sound: with pygame and the card it plays through, or in a file."""
