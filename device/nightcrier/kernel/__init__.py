"""Floor 1: the values every room speaks: ids, events, clock, chance, errors, files. Knows nothing else."""
