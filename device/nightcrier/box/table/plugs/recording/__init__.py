"""Contains the feature for recording lines at the box, one after the other."""
