"""The rulebook as data: the roles, the order of the calls, the switches of the house."""
