"""Voices: packs of clips on disk, the chain that chooses who says a line, live speech."""
