"""Holds a tournament over the tables of a hall. All of it is pure, except the one file that keeps the tournament."""
