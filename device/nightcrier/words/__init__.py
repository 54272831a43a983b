"""Contains ten languages: role names, screen words, lines, and fallback between languages. No font is known to the
words."""
