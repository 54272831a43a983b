"""Owls, a made-up game in a folder of the tests, which the program itself knows nothing about."""
