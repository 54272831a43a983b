"""Wherewolf: many nights and days, 35 roles. Its rules, its referee, its decks; the table does not play it yet."""
