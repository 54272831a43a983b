"""Run the commands of `nightcrier`: read their arguments, call a room, print the result, and return the exit status."""
