"""The tests mirror the rooms. A package by name, because other distributions bring a `tests` of their own."""
