"""Contains the feature that leads a phone to this box, even without a network."""
