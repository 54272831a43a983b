"""Who says a line: packs of clips on disk, the chain of voices, live speech."""
