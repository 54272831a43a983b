"""Wherewolf at the table: the parts of the games with and without a moderator that are equal, from the morning to the
end."""
