"""Refuses a game, as the second referee."""

from typing import NoReturn


class Refused(Exception):
    """Raised for a game against the rules."""


def refuse(round_number: int, seat: int | None, why: str) -> NoReturn:
    """Stop judging, with a sentence that names the round and the seat."""
    who = "" if seat is None else f", seat {seat}"
    raise Refused(f"round {round_number}{who}: {why}")
