"""The referee of Wherewolf. It judges nights, mornings and days, and returns a new state of the game after each."""
