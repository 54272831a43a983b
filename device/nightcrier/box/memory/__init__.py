"""Keeps what the box remembers: settings, choices, journal, scores. Knows no panel."""
