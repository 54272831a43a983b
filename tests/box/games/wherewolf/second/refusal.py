"""Lets the second referee refuse a game."""

from typing import NoReturn


class Refused(Exception):
    """Raised when a game breaks a rule."""


def refuse(round_number: int, seat: int | None, why: str) -> NoReturn:
    """Refuse the game with a sentence that names the round and the seat."""
    who = "" if seat is None else f", seat {seat}"
    raise Refused(f"round {round_number}{who}: {why}")
