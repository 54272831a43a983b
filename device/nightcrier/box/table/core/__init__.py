"""Contains the values of the table that all other code of the table uses, and the classes of pages and features."""
