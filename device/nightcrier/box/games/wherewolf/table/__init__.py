"""A game of Wherewolf at the table: what both ways to play it share, from the morning to the pyre and the end."""
