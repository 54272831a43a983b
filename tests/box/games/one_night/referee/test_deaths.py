"""Tests who dies by votes, ties, Bodyguards and Hunters. Each row begins with the roles of the seats."""

import pytest

from nightcrier.box.games.one_night.referee.verdict import find_deaths

# Roles by letter (Bodyguard, Hunter, villager), votes by seat (- is nobody), counts, protected, dead.
TABLE = [
    ("the most votes die", "v v v v", "2 1 2 2", "1 3 0 0", "", "2"),
    ("a tie kills all who share it", "v v v v", "2 1 1 2", "2 2 0 0", "", "1 2"),
    ("a single vote each kills nobody", "v v v", "2 3 1", "1 1 1", "", ""),
    ("one single vote kills nobody", "v v v", "2 - -", "0 1 0", "", ""),
    ("nobody pointed, nobody dies", "v v v", "- - -", "0 0 0", "", ""),
    ("two votes are enough among many", "v v v v v", "2 3 2 - -", "0 2 1 0 0", "", "2"),
    ("a dead Hunter takes along whom he points at", "H v v v", "3 1 1 -", "2 0 1 0", "", "1 3"),
    ("a living Hunter kills nobody", "H v v v", "3 - 2 2", "0 2 1 0", "", "2"),
    ("a Hunter who pointed at nobody kills nobody", "H v v", "- 1 1", "2 0 0", "", "1"),
    ("a shot Hunter shoots too", "H H v v v", "2 3 1 1 4", "2 1 1 1 0", "", "1 2 3"),
    ("two Hunters pointing at each other stop", "H H v v", "2 1 2 2", "1 3 0 0", "", "1 2"),
    ("a shot at one who is dead already adds nothing", "H v v v", "2 1 1 2", "2 2 0 0", "", "1 2"),
    ("three Hunters shoot in a ring", "H H H v v", "2 3 1 1 -", "2 1 1 0 0", "", "1 2 3"),
    ("a Bodyguard saves the top, one vote is too few", "B v v v", "2 3 2 2", "0 2 1 0", "2", ""),
    ("a Bodyguard saves the top, the second dies of two", "B v v v v v", "2 3 2 2 3 -", "0 2 2 0 0 0", "2", "3"),
    ("second place shared dies together", "B v v v v v v", "2 3 2 2 4 3 4", "0 2 2 2 0 0 0", "2", "3 4"),
    ("a Bodyguard's pointing is no vote", "B v v v", "2 3 2 -", "0 1 1 0", "2", ""),
    ("a Bodyguard saves from the Hunter's shot", "B H v v v", "3 3 2 2 2", "0 3 1 0 0", "3", "2"),
    ("a Bodyguard voted out has still protected", "B v v v v", "2 1 1 2 2", "2 2 0 0 0", "2", "1"),
    ("two Bodyguards save two", "B B v v v v", "3 4 4 3 3 4", "0 0 2 2 0 0", "3 4", ""),
    ("two Bodyguards save each other", "B B v v", "2 1 1 1", "2 0 0 0", "1 2", ""),
    ("a Bodyguard who pointed at nobody saves nobody", "B v v", "- 3 2", "0 1 1", "", ""),
    ("all are under a hand", "B B B", "2 3 1", "0 0 0", "1 2 3", ""),
]
ROLES = {"B": "bodyguard", "H": "hunter", "v": "villager"}


def seats(text: str) -> set[int]:
    return {int(seat) - 1 for seat in text.split()}


@pytest.mark.parametrize(("rule", "roles", "votes", "counts", "safe", "dead"), TABLE, ids=[row[0] for row in TABLE])
def test_a_vote(rule, roles, votes, counts, safe, dead):
    pointed = [None if vote == "-" else int(vote) - 1 for vote in votes.split()]
    tally = find_deaths([ROLES[letter] for letter in roles.split()], pointed)
    assert tally.counts == tuple(int(count) for count in counts.split())
    assert tally.protected == seats(safe)
    assert tally.dead == seats(dead)
