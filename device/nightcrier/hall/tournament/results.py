"""Takes in what tables tell of their games, finds the round of each game and who sat where, and settles doubtful games.

A game is known by its id. However often a game is told, it counts once, with the points that were told last. A game
that its table tells no more was struck there; it is kept and does not count, until it is told again. No table can
change the games of another, or use up their ids. Doubtful games are left to the organiser, so that nobody gets the
points of others."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from nightcrier.broker.hall_messages import ResultGame, TableResults
from nightcrier.hall.tournament.state import GamePlace, Tournament, TournamentGame, TournamentRound, find_person
from nightcrier.kernel.errors import WrongUse, quote_word
from nightcrier.kernel.files import LARGEST_FILE
from nightcrier.kernel.people import name_key

MOST_OF_A_TABLE = 300
"""The most games of a table: more than any tournament has rounds for."""
MOST_OF_RESULTS = 128 * 1024
"""The most bytes of the games of one table in the file: 300 games of ten people."""
MOST_OF_STRANGERS = LARGEST_FILE // 8
"""The most bytes of the games of all tables together that no round has seated."""
MOST_OF_ALL = LARGEST_FILE // 2
"""The most bytes of all games. The file has room beside them for people, rounds, and games before the first."""


def take_results(tournament: Tournament, table: str, told: TableResults) -> Tournament:
    """Take in the results that a table tells. If nothing is new, the tournament is returned unchanged."""
    games, room = {game.id: game for game in tournament.games}, GamesRoom(tournament, table)
    for result in told.games:
        key = _key(games, table, told.evening, result)
        if known := games.get(key):
            games[key] = _take_again(known, result)
        elif (table, result_id(table, told.evening, result)) not in tournament.before and room.is_left:
            games[key] = room.take(_first_told(tournament, table, told.evening, result, key))
    for game in _games_missing(tournament, table, told):
        games[game.id] = replace(game, struck=True)
    taken = tuple(games.values())
    return tournament if taken == tournament.games else replace(tournament, games=taken)


def result_id(table: str, evening: int, result: ResultGame) -> str:
    """Return the id of a result. A result without an id is known by its place in the evening."""
    return result.id or f"{table}/{evening}/{result.number}"


def _key(games: Mapping[str, TournamentGame], table: str, evening: int, result: ResultGame) -> str:
    """Return the key of a table's game. If another table has told a game of the same id, the key begins with the
    table's name and a sign that no id may have, so that no other table can tell a game by this key."""
    key = result_id(table, evening, result)
    return key if key not in games or games[key].table == table else f"{table}:{key}"


def _take_again(known: TournamentGame, result: ResultGame) -> TournamentGame:
    """Take in the points and the number of a known game. The people stay those that were told first. Somebody who had
    lost too often and is in again may stand in the later message alone, and is ignored."""
    points = {place.place: place.points for place in result.places}
    places = tuple(replace(place, points=points.get(place.place, 0)) for place in known.places)
    return replace(known, places=places, number=result.number, struck=False)


def _first_told(tournament: Tournament, table: str, evening: int, result: ResultGame, key: str) -> TournamentGame:
    places = tuple(GamePlace(place.place, place.name, place.points) for place in result.places)
    found = TournamentGame(key, table, evening, result.number, result.game, result.title, places)
    return placed_game(tournament, found)


def _games_missing(tournament: Tournament, table: str, told: TableResults) -> list[TournamentGame]:
    """Return the games of an evening that are told no more, and so were struck. If none of its known games is told, the
    box has lost its scores, and this is another evening of the same number. Games from before the first round prove
    that the scores were not lost. If only one game counts, that game may be struck, too."""
    games = {game.id: game for game in tournament.games}
    ids = {_key(games, table, told.evening, result) for result in told.games}
    known = [game for game in tournament.games if (game.table, game.evening) == (table, told.evening)]
    is_only = not ids and sum(not game.struck for game in known) == 1
    before = {(table, result_id(table, told.evening, result)) for result in told.games}.intersection(tournament.before)
    is_same = is_only or bool(before) or any(game.id in ids for game in known)
    return [game for game in known if is_same and game.id not in ids and game.number >= told.since]


class GamesRoom:
    """Counts the room for new games of one table, looked up only if a message has a new game."""

    def __init__(self, tournament: Tournament, table: str) -> None:
        self._tournament, self._table = tournament, table
        self._left: tuple[int, int] | None = None

    @property
    def is_left(self) -> bool:
        if self._left is None:
            self._left = _rest(self._tournament, self._table)
        return min(self._left) > 0

    def take(self, game: TournamentGame) -> TournamentGame:
        """Take the room of a game; return the game."""
        games, size = self._left or _rest(self._tournament, self._table)
        self._left = games - 1, size - _size([game])
        return game


def _rest(tournament: Tournament, table: str) -> tuple[int, int]:
    """Return how many games and bytes there is room for."""
    seated = {each.table for drawn in tournament.rounds for each in drawn.tables}
    own = [game for game in tournament.games if game.table == table]
    left = [MOST_OF_RESULTS - _size(own), MOST_OF_ALL - _size(tournament.games)]
    if table not in seated:
        left.append(MOST_OF_STRANGERS - _size(game for game in tournament.games if game.table not in seated))
    return MOST_OF_A_TABLE - len(own), min(left)


def _size(games: Iterable[TournamentGame]) -> int:
    return len(msgspec.json.encode(tuple(games)))


class CountedTwice(WrongUse):
    """Refuses to count somebody at two tables of one round."""

    def __init__(self, name: str, table: str, number: int) -> None:
        super().__init__(f"{name} counts at {table!r} in round {number} already; leave one of the two games out.")
        self.name, self.table, self.number = name, table, number


def told_tables(tournament: Tournament, number: int) -> frozenset[str]:
    """Return the tables that have told a game of a round, also a game that was left out."""
    return frozenset(game.table for game in tournament.games if game.round == number and not game.struck)


def double_count(tournament: Tournament, game: TournamentGame) -> CountedTwice | None:
    """Return what keeps a game from counting. Somebody may play more than one game of a round, but all at one table."""
    people = {place.person for place in game.places} - {None}
    elsewhere = (other for other in tournament.counted() if other.round == game.round and other.table != game.table)
    for other in elsewhere:
        for place in other.places:
            if place.person in people:
                return CountedTwice(tournament.names.get(place.person or 0, place.name), other.table, other.round or 0)
    return None


def check_counted_once(tournament: Tournament, game: TournamentGame) -> None:
    """Check that nobody counts at two tables of a round. Raises CountedTwice."""
    if twice := double_count(tournament, game):
        raise twice


def placed_game(tournament: Tournament, game: TournamentGame) -> TournamentGame:
    """Put a game into the newest round in which all its people sat at its table, each of them at one place."""
    fits = fitting_games(tournament, game)
    if fits and _is_sure(tournament, fits) and not double_count(tournament, fits[0]):
        return fits[0]
    known = _known(tournament)
    named = (replace(place, person=known.get(name_key(place.name)) if place.name else None) for place in game.places)
    return replace(game, places=tuple(named), round=None)


def fitting_games(tournament: Tournament, game: TournamentGame) -> tuple[TournamentGame, ...]:
    """Return the game as it would count in each round in which its people sat at its table, the newest round first.
    Without names seats say little, and only the newest two rounds of that table are looked at."""
    rounds = list(_rounds_of(tournament, game.table))
    if not all(place.name for place in game.places):
        rounds = rounds[:2]
    known = _known(tournament)
    return tuple(found for each in rounds if (found := _in_round(game, each, known)))


def seat_of(tournament: Tournament, game: TournamentGame, number: int, place: GamePlace) -> int | None:
    """Return who was drawn for the seat of this place in a round; None if nobody was."""
    seats = next((each.people_at(game.table) for each in tournament.rounds if each.number == number), ())
    return _drawn_for(place, seats)


def _is_sure(tournament: Tournament, fits: Sequence[TournamentGame]) -> bool:
    """Say whether the game surely belongs to the first fitting round. A game is doubtful if more people were drawn for
    its table than have played. A game without names must belong to the newest round there; if the round before has told
    no game, the game may belong to that round, and have come late."""
    game, rounds = fits[0], list(_rounds_of(tournament, fits[0].table))
    drawn = next(each for each in rounds if each.number == game.round)
    is_whole = len(game.places) == len(drawn.people_at(game.table))
    if all(place.name for place in game.places):
        return is_whole
    told = any(game.table in told_tables(tournament, each.number) for each in rounds[:2])
    return is_whole and drawn is rounds[0] and (told or len(fits) == 1)


def _rounds_of(tournament: Tournament, table: str) -> Iterator[TournamentRound]:
    return (each for each in reversed(tournament.rounds) if each.people_at(table))


def _in_round(game: TournamentGame, drawn: TournamentRound, known: Mapping[str, int]) -> TournamentGame | None:
    """Put a game into one round, people by name, those without a name by seat. None if the people do not fit."""
    seats = drawn.people_at(game.table)
    people = [_person(place, seats, known) for place in game.places]
    if not people or None in people or len(set(people)) < len(people):
        return None
    places = (replace(place, person=person) for place, person in zip(game.places, people, strict=True))
    return replace(game, places=tuple(places), round=drawn.number)


def _person(place: GamePlace, seats: Sequence[int], known: Mapping[str, int]) -> int | None:
    if not place.name:
        return _drawn_for(place, seats)
    person = known.get(name_key(place.name))
    return person if person in seats else None


def _drawn_for(place: GamePlace, seats: Sequence[int]) -> int | None:
    return seats[place.place - 1] if 0 < place.place <= len(seats) else None


def _known(tournament: Tournament) -> Mapping[str, int]:
    return {name_key(person.name): person.id for person in tournament.people}


def astray_games(tournament: Tournament) -> tuple[TournamentGame, ...]:
    """Return the games that belong to no round, until somebody settles them or leaves them out."""
    return tuple(game for game in tournament.games if game.round is None and not game.struck and not game.left_out)


def untold_tables(tournament: Tournament) -> tuple[str, ...]:
    """Return the tables of the newest round that have told none of its games, not even one that was left out."""
    if not tournament.rounds:
        return ()
    newest = tournament.rounds[-1]
    told = told_tables(tournament, newest.number)
    return tuple(each.table for each in newest.tables if each.people and each.table not in told)


def strangers_of(game: TournamentGame) -> tuple[GamePlace, ...]:
    """Return the places of a game whose people are unknown to the tournament. A game without such places belongs to no
    round if its people never sat at its table together."""
    return tuple(place for place in game.places if place.person is None)


def leave_out_game(tournament: Tournament, game: str, *, out: bool = True) -> Tournament:
    """Leave a game out, or count it again. Raises WrongUse."""
    found = replace(_find_game(tournament, game), left_out=out)
    if found.counts:
        check_counted_once(tournament, found)
    return _with_game(tournament, found)


def settle_game(tournament: Tournament, game: str, number: int, people: Mapping[int, int]) -> Tournament:
    """Put a game into this round. `people`, by place, are those who sat there and were not known. A place without a
    name gets whoever was drawn for its seat. Raises WrongUse."""
    if not any(each.number == number for each in tournament.rounds):
        raise WrongUse(f"There is no round {number}; choose one that was drawn.")
    found = _find_game(tournament, game)
    drawn = (
        place.person if place.person is not None or place.name else seat_of(tournament, found, number, place)
        for place in found.places
    )
    sat = {place.place: people.get(place.place, seat) for place, seat in zip(found.places, drawn, strict=True)}
    named = [find_person(tournament, person).id for person in sat.values() if person is not None]
    if len(set(named)) < len(named):
        raise WrongUse("Somebody would have sat at two places of this game; say who sat where.")
    places = tuple(replace(place, person=sat[place.place]) for place in found.places)
    settled = replace(found, places=places, round=number)
    check_counted_once(tournament, settled)
    return _with_game(tournament, settled)


def _find_game(tournament: Tournament, game: str) -> TournamentGame:
    found = next((each for each in tournament.games if each.id == game), None)
    if found is None:
        raise WrongUse(f"No game {quote_word(game)} was told; choose one of the list.")
    return found


def _with_game(tournament: Tournament, game: TournamentGame) -> Tournament:
    return replace(tournament, games=tuple(game if each.id == game.id else each for each in tournament.games))


class AstrayReason(StrEnum):
    """A reason why a game belongs to no round, with the words `net.hall.tournament.<value>`."""

    UNKNOWN = "unknown"  # somebody has a name that nobody of the tournament has
    NAMELESS = "nameless"  # there are no names, and seats do not say for sure who it was
    FEWER = "fewer"  # more people were drawn for that table
    NOWHERE = "nowhere"  # these people sat there in no round


def astray_reason(tournament: Tournament, game: TournamentGame) -> AstrayReason | CountedTwice:
    if any(place.name and place.person is None for place in game.places):
        return AstrayReason.UNKNOWN
    fits = fitting_games(tournament, game)
    if fits and (twice := double_count(tournament, fits[0])):
        return twice
    if not all(place.name for place in game.places):
        return AstrayReason.NAMELESS
    return AstrayReason.FEWER if fits else AstrayReason.NOWHERE
