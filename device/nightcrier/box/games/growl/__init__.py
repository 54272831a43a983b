"""GROWL: its own cards on the table; the box is host, timekeeper, counter and keeper of the gold. Pure."""
