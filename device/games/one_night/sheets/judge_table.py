"""Whether the cards on a judged table can be a game at all, and where they stretch what the boxes hold."""

from collections import Counter
from collections.abc import Sequence

from device.games.one_night.referee.card_state import BrokenRule, role_called
from device.games.one_night.rules.decks import CENTER_CARDS, ONE_NIGHT_FEWEST, ONE_NIGHT_MOST
from device.games.one_night.rules.roles import ROLES
from device.kernel.errors import near_word, quoted

CENTER_WOLVES = ("werewolf", "mystic-wolf", "dream-wolf")
"""The wolves that the Alpha Wolf's extra center card may be."""


def check_table(players: Sequence[str], center: Sequence[str], center_wolf: str | None) -> None:
    """Refuse a table that cannot be played."""
    for seat, role in enumerate(players):
        if role not in ROLES:
            raise BrokenRule(f"there is no role {quoted(role)}{near_word(role, ROLES)}", seat)
    for number, role in enumerate(center, 1):
        if role not in ROLES:
            raise BrokenRule(f"center, C{number}: there is no role {quoted(role)}{near_word(role, ROLES)}")
    if len(players) < ONE_NIGHT_FEWEST:
        raise BrokenRule(f"a game has at least {ONE_NIGHT_FEWEST} seats, not {len(players)}")
    if len(center) != CENTER_CARDS:
        raise BrokenRule(f"there are exactly {CENTER_CARDS} center cards beside the Alpha Wolf's, not {len(center)}")
    _check_center_wolf("alpha-wolf" in players or "alpha-wolf" in center, center_wolf)


def _check_center_wolf(alpha: bool, center_wolf: str | None) -> None:
    if center_wolf is None:
        if alpha:
            raise BrokenRule("the Alpha Wolf needs the extra center card: center_wolf names it")
        return
    if not alpha:
        raise BrokenRule("the extra center card center_wolf belongs to the Alpha Wolf, who is not in this game")
    if center_wolf not in CENTER_WOLVES:
        raise BrokenRule(f"center_wolf is one of {', '.join(CENTER_WOLVES)}, not {quoted(center_wolf)}")


def stretches(cards: Sequence[str], seats: int) -> list[str]:
    """A line for each way in which this table goes beyond the boxes. It is judged all the same."""
    held = Counter(cards)
    lines = [
        f"The boxes hold {ROLES[role].count} of the {role_called(role)}, and this table has {number}."
        for role, number in held.items()
        if number > ROLES[role].count
    ]
    if held["mason"] == 1:
        lines.append("One Mason is alone: Masons come in two.")
    if seats > ONE_NIGHT_MOST:
        lines.append(f"The game is for up to {ONE_NIGHT_MOST} players, and this table has {seats}.")
    return lines
