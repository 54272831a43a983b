"""Speaks ten languages: role names, screen words, lines, and fallback from one language to the next. It knows
no fonts."""
