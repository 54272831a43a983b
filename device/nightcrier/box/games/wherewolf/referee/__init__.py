"""Holds the referee, which judges nights, mornings and days, each from one state of the game to the next."""
