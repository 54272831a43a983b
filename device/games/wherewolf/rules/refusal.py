"""A game of Wherewolf that breaks a rule: in which round, who broke it, and the rule in one sentence."""

from device.kernel.errors import RefusedGame


class RuleBroken(RefusedGame):
    """A rule that was broken. `seat` counts from 0, `number` is the round from 1; None means that the game as a whole
    breaks it."""

    def __init__(self, rule: str, seat: int | None = None, number: int | None = None) -> None:
        self.rule, self.seat, self.number = rule, seat, number
        parts = [("round", number), ("seat", None if seat is None else seat + 1)]
        self.place = ", ".join(f"{word} {value}" for word, value in parts if value is not None)
        super().__init__(f"{self.place}: {rule}" if self.place else rule)


def role_title(role: str) -> str:
    """A role as an English sentence names it: `pack-leader` is the Pack Leader."""
    return role.replace("-", " ").title()


def the_role(role: str) -> str:
    """A role in an English sentence, with its article; Juliet is a name."""
    return role_title(role) if role == "juliet" else f"the {role_title(role)}"
