"""Reads games in files as people write them down for `nightcrier judge`, and reports their results."""
