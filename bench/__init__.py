"""Measures figures beside what a user would have otherwise, in the same run: `./run bench NAME`."""
