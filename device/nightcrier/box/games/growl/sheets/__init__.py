"""Reads and judges written games of GROWL, for `nightcrier judge`."""
