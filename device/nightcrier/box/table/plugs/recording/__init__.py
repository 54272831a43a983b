"""Contains the feature that records lines at the box, one after the other."""
