"""The newest games of the evening as a file, in the same rows as `nightcrier scores` prints them."""

from collections.abc import Iterator
from typing import Any

from device.kernel.public_scores import TableScores
from device.kernel.score_csv import scores_as_csv


def scores_file(scores: TableScores) -> bytes:
    return scores_as_csv(_rows(scores)).encode()


def _rows(scores: TableScores) -> Iterator[tuple[Any, ...]]:
    """One for each person of each game."""
    for game in scores.games:
        for person, points in sorted(game.points.items()):
            named = scores.people[person - 1].name if 0 < person <= len(scores.people) else ""
            yield scores.evening, scores.kind, game.number, game.game, game.scenario, person, named, points
