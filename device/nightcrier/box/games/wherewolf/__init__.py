"""Wherewolf: many nights and days, 35 roles. Its rules, decks and referee, and its games at the table."""
