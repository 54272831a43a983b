"""Somebody records lines at the box, one after the other."""
