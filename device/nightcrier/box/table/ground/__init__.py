"""Contains home, the stage of a game, and the table at power-on: everything that is under the pages."""
