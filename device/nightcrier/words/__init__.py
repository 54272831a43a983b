"""Contains ten languages: role names, screen words, lines, and which language replaces a missing text. This code knows
no fonts."""
