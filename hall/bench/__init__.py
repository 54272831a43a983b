"""What many tables cost an organiser's program, and a hall of boxes in a bad network: `./run -m hall.bench`."""
