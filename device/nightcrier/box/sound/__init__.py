"""Contains everything about sound: a port for voices, bed and signals, voice packs on disk, live speech. It knows
nothing of games."""
