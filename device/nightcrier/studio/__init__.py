"""Build voice packs, beds, signals and fonts. The studio is a development extra that the daemon never imports."""
