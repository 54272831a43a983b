"""Players: pygame and the card it plays through, a file, nothing."""
