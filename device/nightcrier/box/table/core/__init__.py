"""Contains the values that all other code of the table uses, and the base classes of pages and features."""
