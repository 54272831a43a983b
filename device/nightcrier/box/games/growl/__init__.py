"""GROWL with its own cards on the table: the box is host, timekeeper and counter, and keeps the gold."""
