"""Holds a tournament over the tables of a hall. Only one file here writes to the disk, the file that keeps the
tournament; the other code is pure."""
