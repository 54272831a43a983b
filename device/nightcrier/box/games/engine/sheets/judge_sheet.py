"""Reads a game of a file as people write it down for `nightcrier judge`. Seats and places count from 1."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec import UNSET, Raw, Struct, UnsetType, field
from msgspec.structs import force_setattr

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee.records import (
    CallChoice,
    DayChoices,
    ElectionChoices,
    LeaveChoice,
    Nomination,
    RoundChoices,
)
from nightcrier.box.games.engine.referee.standing import FileTable, lay_table
from nightcrier.kernel.errors import RefusedGame, near_word, quote_word
from nightcrier.kernel.reading import read_written


class Place(int):
    """A place that is written as P1, P2 and so on."""


class WrittenChoice(CallChoice, frozen=True, forbid_unknown_fields=True):
    """The choice of one seat as written on a sheet. A single place may be written as `target`."""

    seat: int
    call: str = field(name="as")
    targets: tuple[Place, ...] = ()
    target: Place | None = None

    def __post_init__(self) -> None:
        if self.target is not None:
            if self.targets:
                raise ValueError("has target or targets, not both")
            force_setattr(self, "targets", (self.target,))


class WrittenNomination(Nomination, frozen=True, forbid_unknown_fields=True):
    by: int
    of: Place
    hands: tuple[int, ...] = ()


_Ballot = Mapping[int, Sequence[Place]]


class WrittenVotes(Struct, frozen=True, forbid_unknown_fields=True):
    votes: _Ballot = {}


class WrittenLeave(Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    call: str = field(name="as")
    dusk: Sequence[WrittenChoice] = ()


class WrittenDay(Struct, frozen=True, forbid_unknown_fields=True):
    votes: _Ballot | None = None
    accusation: WrittenVotes | None = None
    run_off: WrittenVotes | None = None
    nominations: Sequence[WrittenNomination] | None = None
    again: Sequence[_Ballot] = ()
    lift: Sequence[int] | None = None
    tie_by: Place | None = None
    left: Sequence[WrittenLeave] = ()
    dusk: Sequence[WrittenChoice] = ()


class WrittenElection(ElectionChoices, frozen=True, forbid_unknown_fields=True):
    stand: Sequence[Place] | None = None
    votes: _Ballot = field(default_factory=dict)
    again: Sequence[_Ballot] = ()


class WrittenRound(Struct, frozen=True, forbid_unknown_fields=True):
    night: Sequence[WrittenChoice] = ()
    dawn: Sequence[WrittenChoice] = ()
    elections: Mapping[str, WrittenElection] = {}
    day: WrittenDay | None = None


class WrittenGame(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    players: Sequence[str]
    deck: Sequence[str] | None = None
    rounds: Sequence[WrittenRound] = ()
    house_rules: Mapping[str, bool] = {}
    outcome: str = ""
    guess: Place | UnsetType | None = UNSET


_Sheet = TypeVar("_Sheet", bound=Struct)


def read_sheet(content: bytes | Raw, kind: type[_Sheet]) -> _Sheet:
    return read_written(content, kind, _read_place)


def _read_place(kind: type[Any], written: object) -> Place:
    if not isinstance(written, str) or not re.fullmatch(r"P[1-9][0-9]?", written):
        raise ValueError("must be a place, such as P4")
    return Place(written[1:])


def table_of(game: GameFile, sheet: WrittenGame) -> FileTable:
    if game.extends or game.center:
        why = f"adds roles to {game.extends}" if game.extends else "has cards in the center"
        raise RefusedGame(f"{game.id} {why}, and is not judged as a game of its own")
    least, most = game.players
    if not least <= len(sheet.players) <= most:
        raise RefusedGame(f"{game.id} is for {least} to {most} players, not {len(sheet.players)}")
    for seat, role in enumerate(sheet.players, 1):
        _check_known(role, game.roles, "role", seat)
    for role in sheet.deck or ():
        _check_known(role, game.roles, "role")
    for switch in sheet.house_rules:
        _check_known(switch, game.switches, "switch")
    return lay_table(game, sheet.players, sheet.deck, sheet.house_rules)


def _check_known(name: str, known: Mapping[str, object], what: str, seat: int | None = None) -> None:
    if name not in known:
        raise RefusedGame(f"there is no {what} {quote_word(name)}{near_word(name, known)}", seat)


def rounds_of(game: GameFile, sheet: WrittenGame) -> list[RoundChoices]:
    """Return the rounds of a sheet. Raises RefusedGame for a day that is written for another kind of vote."""
    return [
        RoundChoices(each.night, each.dawn, _day(game, each.day, number) if each.day else None, each.elections)
        for number, each in enumerate(sheet.rounds, 1)
    ]


_KEYS = {"none": (), "run-off": ("accusation", "run_off"), "nomination": ("nominations",)}
_KEYS["listed"] = ("nominations", "votes")


def _day(game: GameFile, day: WrittenDay, number: int) -> DayChoices:
    known = _KEYS.get(game.day.vote, ("votes",))
    for key in ("votes", "accusation", "run_off", "nominations"):
        if key not in known and getattr(day, key) is not None:
            expected = f"has {' and '.join(known)}" if known else "has no vote"
            raise RefusedGame(f"a day of {game.id} {expected}, not {key}", None, number)
    votes = day.accusation.votes if day.accusation else day.votes or {}
    return DayChoices(
        votes,
        day.run_off.votes if day.run_off else None,
        day.nominations or (),
        day.dusk,
        again=day.again,
        lift=day.lift,
        tie_by=day.tie_by,
        leaves=[LeaveChoice(each.seat, each.call, each.dusk) for each in day.left],
    )
