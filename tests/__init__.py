"""Holds the tests, in folders like the program's. As a package, it comes before the `tests` of other distributions."""
