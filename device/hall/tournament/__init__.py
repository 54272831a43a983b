"""A tournament over the tables of a hall. Pure, but for the one file that it is kept in."""
