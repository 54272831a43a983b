"""Everything about sound: a port for voices, bed and signals, voice packs on disk, live speech. The folder knows no
games."""
