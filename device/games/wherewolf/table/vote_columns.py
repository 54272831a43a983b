"""The sheet of the rulebook: a line for each player, and for each day two columns, the accusation (1A) and the run-off
(1B), with the hands for that player. A raised card stands as the name of its role."""

from collections.abc import Iterator

from device.games.wherewolf.referee.acts import VoteSheet
from device.games.wherewolf.referee.whole_game import RoundRecord
from device.games.wherewolf.rules.refusal import role_title
from device.games.wherewolf.table.village import WolfVillage
from device.show.stages import CourseTable


def vote_columns(village: WolfVillage) -> CourseTable:
    """The whole sheet."""
    days = [played for played in village.rounds if played.acts.day is not None]
    heads = [f"{number}{part}" for number in range(1, len(days) + 1) for part in "AB"]
    rows: list[tuple[str, ...]] = []
    for seat, player in enumerate(village.known.players):
        out = f"{player.out.when} {player.out.number}" if player.out else ""
        rows.append((role_title(village.known.table.roles[seat]), *_votes(days, seat), out))
    return CourseTable(("role", *heads, "out"), tuple(rows))


def _votes(days: list[RoundRecord], seat: int) -> Iterator[str]:
    for played in days:
        acts = played.acts.day
        yield _hands(acts.accusation if acts else None, seat)
        yield _hands(acts.run_off if acts else None, seat)


def _hands(sheet: VoteSheet | None, seat: int) -> str:
    """The hands for a seat in a vote; empty where nobody raised one."""
    if sheet is None:
        return ""
    votes = (sheet.votes or {}).values()
    hands = (sheet.hands or {}).get(seat, 0) + sum(places.count(seat) for places in votes)
    cards = [role_title(signal.power) for signal in sheet.signals if seat in signal.targets]
    return " ".join([*([str(hands)] if hands else []), *cards])
