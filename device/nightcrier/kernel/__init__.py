"""Has what every room uses: ids, clock, chance, faults, errors, people, settings, files. Knows no other room."""
