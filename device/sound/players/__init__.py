"""What plays or writes sound: pygame and the card it plays through, a file, nothing."""
