"""Home, the stage of a game, and the table at power-on: all that lies under pages."""
