"""Holds what writes the scripted evenings of GROWL: the plans, and the hands that follow them."""
