"""Possible and actual roles: what may be chosen, by whom it is drawn, and the scenarios."""
