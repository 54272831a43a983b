"""What is heard of One Night: the night, the talk and the vote as shows, made of deck and options alone."""
