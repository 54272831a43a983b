"""Figures beside what a user would have otherwise, measured in the same run: `./run bench NAME`."""
