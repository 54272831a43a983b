"""Holds possible and actual roles: what may be chosen, and by what lot the actual ones are drawn."""
