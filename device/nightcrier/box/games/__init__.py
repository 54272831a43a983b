"""Has the games: cards, decks, nights and referees as data and pure functions; no pins, sound, files or time."""
