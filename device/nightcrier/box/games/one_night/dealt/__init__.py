"""One Night without cards: the box deals, lets each role act on the screen, counts the votes and tells the night."""
