"""Records that hold the house while it is rebuilt. `python -m tests.records` makes them all."""
