"""Contains the words of ten languages: role names, screen words and lines, with fallback from one language to the next.
The room knows no fonts."""
