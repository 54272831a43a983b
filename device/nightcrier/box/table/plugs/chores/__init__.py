"""The chores of root: with a stick that is put in, with what a phone has sent, and with the box itself."""
