"""Contains root's chores: with a stick, with the files that a phone has sent, and with the box itself."""
