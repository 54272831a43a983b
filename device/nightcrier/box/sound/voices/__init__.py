"""Contains the voices: packs of clips on disk, the order in which voices are tried for a line, and live speech."""
