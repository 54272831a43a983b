"""Contains what all other code uses: ids, clock, chance, faults, errors, people, settings, files. This code imports
nothing from other packages of Nightcrier."""
