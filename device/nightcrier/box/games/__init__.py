"""Floor 3: the games. Cards, decks, nights and referees as data and pure functions; no pins, sound, files or time."""
