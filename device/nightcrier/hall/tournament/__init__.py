"""Holds a tournament over the tables of a hall. Pure, but for the one file that keeps it."""
