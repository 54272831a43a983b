"""One Night with paper cards: what the table is asked after the vote."""
