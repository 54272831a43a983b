"""The studio: builds voice packs, beds, signals and fonts. A development extra, never imported by the daemon."""
