"""Measures what many tables cost the organizer's program, and runs a hall in a bad network: `./run -m hall.bench`."""
