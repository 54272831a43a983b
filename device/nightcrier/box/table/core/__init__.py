"""Has the values of the table that everything above it stands on, and the classes of pages and features."""
