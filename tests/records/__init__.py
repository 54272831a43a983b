"""Records that show whether the program changed while it is rebuilt. `python -m tests.records` makes them all."""
