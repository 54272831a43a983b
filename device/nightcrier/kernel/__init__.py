"""Has what every room speaks: ids, clock, chance, faults, errors, people, settings, files. Knows no other room."""
