"""Holds the voices: packs of clips on disk, the chain that chooses who says a line, and live speech."""
