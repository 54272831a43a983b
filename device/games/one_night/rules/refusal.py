"""A game that breaks a rule: who broke it, and the rule in one sentence."""

from device.kernel.errors import RefusedGame


class BrokenRule(RefusedGame):
    """`seat` counts from 0; None means that the table as a whole breaks the rule."""

    def __init__(self, rule: str, seat: int | None = None) -> None:
        self.rule, self.seat = rule, seat
        self.place = "" if seat is None else f"seat {seat + 1}"
        super().__init__(f"{self.place}: {rule}" if self.place else rule)


def role_called(role: str) -> str:
    """A role as an English sentence names it: `alpha-wolf` is the Alpha Wolf."""
    return role.replace("-", " ").title()
