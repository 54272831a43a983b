"""Speaks ten languages (floor 2): role names, screen words, lines, and fallback from one language to the next. It knows
no fonts."""
