"""Floor 2: what the box remembers: settings, choices, journal, scores. Knows no panel."""
