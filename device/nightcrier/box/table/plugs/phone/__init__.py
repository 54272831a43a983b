"""The way of a phone to this box, also without a network."""
