"""Saves what the box remembers: settings, choices, journal, scores. This code does not use the panel."""
