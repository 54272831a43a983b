"""Makes all that sounds: voices, bed and signals behind a port, packs on disk, live speech. The sound room knows no
games."""
