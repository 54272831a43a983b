"""The game GROWL with its own cards on the table. The box leads the game, keeps time, counts, and stores the gold."""
