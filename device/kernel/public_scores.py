"""How the evening stands, as the box tells it to a second program: what the page of the scores shows to everybody."""

from collections.abc import Mapping

from msgspec import Struct

from device.kernel.people import EveningKind


class ScoredPerson(Struct, frozen=True):
    """Somebody of the evening, by the place in the row; `out` is who has lost too often to play on."""

    name: str
    points: int
    losses: int
    out: bool = False


class ScoredGame(Struct, frozen=True):
    """A game that was counted: what it was called, and its points by person, of those who took part. `id` is that of no
    other game, of whatever box; the number is that of another one once this is struck."""

    number: int
    game: str
    scenario: str
    title: str
    points: Mapping[int, int]
    id: str = ""


class TableScores(Struct, frozen=True, tag="scores"):
    """How the evening stands while nobody plays, and its newest games; the last of them may be mended. `target` counts
    in a short evening, `champions` are those who have won it."""

    evening: int
    kind: EveningKind
    target: int
    people: tuple[ScoredPerson, ...]
    champions: tuple[int, ...] = ()
    games: tuple[ScoredGame, ...] = ()
