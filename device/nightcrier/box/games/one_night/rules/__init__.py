"""The rules of One Night: roles, decks, options, the order of the calls. Data, and what follows from it."""
