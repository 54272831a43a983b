"""Moves people from tables that are too large to those that are too small: as few as must move, to where they have met
the fewest."""

from collections.abc import Iterable, Sequence

from device.hall.tournament.meetings import Meetings, meeting_weight


def evened_tables(tables: Sequence[Sequence[int]], sizes: Sequence[int], meetings: Meetings) -> list[list[int]]:
    """With these sizes: the largest for the tables that are the largest already."""
    evened = sorted(map(list, tables), key=len, reverse=True)
    wanted = sorted(sizes, reverse=True)
    for table, size in zip(evened, wanted, strict=True):
        while len(table) > size:
            costs = [known_at(person, table, meetings) for person in table]
            person = table.pop(costs.index(max(costs)))
            small = [other for other, room in zip(evened, wanted, strict=True) if len(other) < room]
            costs = [known_at(person, other, meetings) for other in small]
            small[costs.index(min(costs))].append(person)
    return evened


def known_at(person: int, table: Iterable[int], meetings: Meetings) -> int:
    """What it costs to sit down there."""
    return sum(meeting_weight(meetings.times(person, other)) for other in table if other != person)
