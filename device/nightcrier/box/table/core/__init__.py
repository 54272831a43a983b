"""Contains the values of the table that all its other rooms use, and the classes of pages and features."""
