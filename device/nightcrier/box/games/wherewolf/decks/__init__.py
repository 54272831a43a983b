"""Holds the possible and the actual roles: what may be chosen, and how the actual roles are drawn by lot."""
