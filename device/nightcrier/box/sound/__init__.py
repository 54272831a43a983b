"""Makes all that sounds: voices, bed and signals behind a port, packs on disk, live speech. Knows no games."""
