"""Makes and reads the messages between a table and its hall: title, decks, games, and the address of an update.

A message comes from another program and may contain anything. Each message of a table has all games that count in the
evening, so a lost or repeated message changes nothing. A deleted game is missing in the next message. An update has an
address in the home's network, and the name of its file. Any program at the broker may send an address, so only the
signature of the update can be trusted."""

import re
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from nightcrier.kernel.chores import UPDATE_NAME
from nightcrier.kernel.people import MOST_PEOPLE, UNKNOWN_EVENING
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.orders import deck_id
from nightcrier.wire.public_record import ScoredGame, TableScores
from nightcrier.wire.wishes import ScenarioWish

_T = TypeVar("_T")


def read_message(payload: bytes, kind: type[_T]) -> _T | None:
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


MOST_GAMES = 12
"""The maximum number of games in one message. Only the newest are sent, because the hall knows the others already."""
_TEXT = r"^[^\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]*\Z"
"""A pattern for a line of text without control characters, because a browser would change these in a form."""
_Id = Annotated[str, Meta(max_length=96, pattern=r"^[0-9A-Za-z/_.-]*\Z")]
_Short = Annotated[str, Meta(max_length=96, pattern=_TEXT)]
_Points = Annotated[int, Meta(ge=0, le=1_000)]
"""The points of a person in a game. The limit is more than any game gives, so that people notice a false number at
once."""
_Number = Annotated[int, Meta(ge=UNKNOWN_EVENING, le=1_000_000_000)]


class ResultPlace(Struct, frozen=True):
    """A person who took part: the number and name at the box, and the points. A person who has lost has no points."""

    place: Annotated[int, Meta(ge=1, le=MOST_PEOPLE)]
    points: _Points
    name: _Short = ""


class ResultGame(Struct, frozen=True):
    """A game in a message. `id` is made at random when the game begins, so that every game of every box has a different
    id. `id` is "" if the box gives none. `number` is the number in the evening. If this game is deleted, another game
    may get the number."""

    number: _Number
    game: _Short
    title: Annotated[str, Meta(max_length=200, pattern=_TEXT)]
    places: Annotated[tuple[ResultPlace, ...], Meta(max_length=MOST_PEOPLE)]
    id: _Id = ""

    def __post_init__(self) -> None:
        """Check that no place occurs twice. Raises ValueError."""
        if len({place.place for place in self.places}) < len(self.places):
            raise ValueError("the same place twice")


class TableResults(Struct, frozen=True):
    """The newest games of an evening at one table: all games from the number `since` on."""

    evening: _Number
    games: Annotated[tuple[ResultGame, ...], Meta(max_length=MOST_GAMES)]
    since: _Number = 0


LASTING = (Refusal.KIND, Refusal.LARGE, Refusal.FULL)
"""The reasons for refusing a file that remain until somebody changes something."""
MOST_REASON = 200
"""The maximum number of characters in root's reason for refusing an update."""
UPDATE_PATH, SIGNATURE_PATH = "/update.tar.xz", "/update.tar.xz.sig"
_NAMED = re.compile(UPDATE_NAME)
_OF_HOME = tuple(
    ip_network(each)
    for each in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""The networks of a home, as in `systemd/nightcrier-net.service`. The program cannot reach any other network."""


class UpdateSource(Struct, frozen=True, forbid_unknown_fields=True):
    """The address and the file name of an update. `made` distinguishes two files of the same name."""

    host: Annotated[str, Meta(pattern=r"^[0-9a-f.:]{2,45}\Z")]
    port: Annotated[int, Meta(ge=1024, le=65535)]
    file: Annotated[str, Meta(pattern=rf"^{UPDATE_NAME}\Z")]
    made: Annotated[int, Meta(ge=1, le=2**62)]


class UpdateState(Struct, frozen=True):
    """The state of updates at a table, as the hall gets it. `version` runs now, and `updates` says whether the table
    accepts updates. If root has refused an update, `refused` is the `made` of its source, and `reason` is the reason in
    a sentence. `misfit` is the word for the reason why the last file was refused before root saw it."""

    version: str = ""
    updates: bool = False
    refused: int = 0
    reason: str = ""
    misfit: str = ""


@lru_cache(maxsize=8)
def read_source(payload: bytes) -> UpdateSource | None:
    """Return the source in a message. Return None if there is no source, or if its address is not in the home's
    network. The result is cached, because all tables of a hall read the same message many times."""
    source = read_message(payload, UpdateSource)
    return source if source and is_of_home(source.host) else None


def is_of_home(host: str) -> bool:
    """Say whether the host is an IP address of a private network."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return any(address in network for network in _OF_HOME)


def version_named(file: str) -> str:
    found = _NAMED.fullmatch(file)
    return found[1] if found else ""


class JoinedTable(Struct, frozen=True):
    """The message with which a table joins its hall. `decks` are the titles of its decks in the language of the table,
    by their ids."""

    title: str = ""
    language: str = ""
    decks: Mapping[str, str] = {}
    update: UpdateState = UpdateState()


MOST_OF_DECKS = 48 * 1024
"""The maximum size of the decks in a table's message, in bytes, because the hall accepts no message above 64 KiB. If a
box has many hundreds of decks, the last decks can be chosen only at the box."""


def table_message(title: str, language: str, decks: Mapping[str, ScenarioWish], update: UpdateState) -> bytes:
    named, left = dict[str, str](), MOST_OF_DECKS
    for name, deck in decks.items():
        left -= len(msgspec.json.encode((deck_id(deck), name)))
        if left < 0:
            break
        named[deck_id(deck)] = name
    return msgspec.json.encode(JoinedTable(title, language, named, update))


class ResultsTeller:
    """Makes the message with the results of a table. Each game keeps the names that people had when the game was first
    sent, because other people have these seats in the next round. As soon as one person has no name, somebody may have
    been forgotten everywhere, and only names that people have now are sent."""

    def __init__(self) -> None:
        self._named: dict[tuple[int, int, str], Mapping[int, str]] = {}
        self._made: tuple[TableScores | None, bytes] = None, b""

    def message(self, scores: TableScores) -> bytes:
        """Return the message of these scores. The message is made only once for the same scores."""
        if self._made[0] is not scores:
            self._made = scores, msgspec.json.encode(self.table_results(scores))
        return self._made[1]

    def table_results(self, scores: TableScores) -> TableResults:
        games = tuple(self._game(scores, game) for game in scores.games[-MOST_GAMES:])
        self._named = {key: names for key, names in self._named.items() if key[0] == scores.evening}
        return TableResults(scores.evening, games, games[0].number if len(scores.games) > MOST_GAMES else 0)

    def _game(self, scores: TableScores, game: ScoredGame) -> ResultGame:
        names = dict(enumerate((person.name for person in scores.people), 1))
        key = scores.evening, game.number, game.id
        named = self._named.get(key, names)
        if "" in names.values():
            named = {person: name for person, name in named.items() if name in names.values()}
        self._named[key] = named
        places = (ResultPlace(person, points, named.get(person, "")) for person, points in sorted(game.points.items()))
        return ResultGame(game.number, game.game, game.title, tuple(places), game.id)
