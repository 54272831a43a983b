"""Does what root does for a box: takes what people put on a stick or send, saves, brings back, updates and forgets, so
that the plug may be pulled at any step."""
