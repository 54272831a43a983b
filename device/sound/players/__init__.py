"""What plays or writes sound: pygame, a file, nothing."""
