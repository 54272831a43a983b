"""A game that breaks a rule: who broke it, and the rule in one sentence."""

from device.kernel.errors import WrongUse


class BrokenRule(WrongUse):
    """`seat` counts from 0; None means that the table as a whole breaks the rule."""

    def __init__(self, rule: str, seat: int | None = None) -> None:
        self.rule, self.seat = rule, seat
        super().__init__(rule if seat is None else f"seat {seat + 1}: {rule}")


def called(role: str) -> str:
    """A role as an English sentence names it: `alpha-wolf` is the Alpha Wolf."""
    return role.replace("-", " ").title()
