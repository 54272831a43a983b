"""Floor 2: languages. Role names, screen words, lines; fallback from one language to the next. Knows no fonts."""
