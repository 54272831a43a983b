"""Handles the possible and the actual roles: which roles people may choose, and how the actual roles are drawn."""
