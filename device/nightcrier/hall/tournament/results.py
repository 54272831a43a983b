"""Handles the results that tables send. It finds the round of each game and who sat where, and lets the organiser
settle doubtful games.

Each game has an id. A game counts only once, however often it is sent, and the points sent last are valid. If a table
no longer sends a game, somebody has deleted the game at the table. Such a game is kept, but does not count until it is
sent again. No table can change the games of another table, or use their ids. Doubtful games are left to the organiser,
so that nobody gets the points of other people."""

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
"""The most games of one table. No tournament has that many rounds."""
MOST_OF_RESULTS = 128 * 1024
"""The most bytes in the file for the games of one table: 300 games of ten people."""
MOST_OF_STRANGERS = LARGEST_FILE // 8
"""The most bytes for the games of all tables at which no round has seated people."""
MOST_OF_ALL = LARGEST_FILE // 2
"""The most bytes for all games. The rest of the file is for people, rounds, and games before the first round."""


def take_results(tournament: Tournament, table: str, told: TableResults) -> Tournament:
    """Return the tournament with the results that a table has sent. If no result is new, the tournament is returned
    unchanged."""
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
    """Return the id of a result. A result without an id is identified by table, evening and number."""
    return result.id or f"{table}/{evening}/{result.number}"


def _key(games: Mapping[str, TournamentGame], table: str, evening: int, result: ResultGame) -> str:
    """Return the key of a table's game. If another table has sent a game with the same id, the key begins with the
    table's name and a colon. No id may contain a colon, so no other table can use this key."""
    key = result_id(table, evening, result)
    return key if key not in games or games[key].table == table else f"{table}:{key}"


def _take_again(known: TournamentGame, result: ResultGame) -> TournamentGame:
    """Return a known game with the points and the number that were sent last. Its people stay those that were sent
    first. A person who had lost too often and plays again may be only in the later message, and is ignored."""
    points = {place.place: place.points for place in result.places}
    places = tuple(replace(place, points=points.get(place.place, 0)) for place in known.places)
    return replace(known, places=places, number=result.number, struck=False)


def _first_told(tournament: Tournament, table: str, evening: int, result: ResultGame, key: str) -> TournamentGame:
    places = tuple(GamePlace(place.place, place.name, place.points) for place in result.places)
    found = TournamentGame(key, table, evening, result.number, result.game, result.title, places)
    return placed_game(tournament, found)


def _games_missing(tournament: Tournament, table: str, told: TableResults) -> list[TournamentGame]:
    """Return the games of an evening that the table no longer sends, because they were deleted there. If the table
    sends none of its known games, the box has lost its scores, and this is another evening with the same number. Games
    from before the first round prove that the scores were not lost. If only one game counts, that game may have been
    deleted, too."""
    games = {game.id: game for game in tournament.games}
    ids = {_key(games, table, told.evening, result) for result in told.games}
    known = [game for game in tournament.games if (game.table, game.evening) == (table, told.evening)]
    is_only = not ids and sum(not game.struck for game in known) == 1
    before = {(table, result_id(table, told.evening, result)) for result in told.games}.intersection(tournament.before)
    is_same = is_only or bool(before) or any(game.id in ids for game in known)
    return [game for game in known if is_same and game.id not in ids and game.number >= told.since]


class GamesRoom:
    """Counts how many more games of one table can be kept. The count begins only when a message has a new game."""

    def __init__(self, tournament: Tournament, table: str) -> None:
        self._tournament, self._table = tournament, table
        self._left: tuple[int, int] | None = None

    @property
    def is_left(self) -> bool:
        if self._left is None:
            self._left = _rest(self._tournament, self._table)
        return min(self._left) > 0

    def take(self, game: TournamentGame) -> TournamentGame:
        """Return the game, after the space for it was subtracted."""
        games, size = self._left or _rest(self._tournament, self._table)
        self._left = games - 1, size - _size([game])
        return game


def _rest(tournament: Tournament, table: str) -> tuple[int, int]:
    """Return how many more games, and how many more bytes, can be kept for a table."""
    seated = {each.table for drawn in tournament.rounds for each in drawn.tables}
    own = [game for game in tournament.games if game.table == table]
    left = [MOST_OF_RESULTS - _size(own), MOST_OF_ALL - _size(tournament.games)]
    if table not in seated:
        left.append(MOST_OF_STRANGERS - _size(game for game in tournament.games if game.table not in seated))
    return MOST_OF_A_TABLE - len(own), min(left)


def _size(games: Iterable[TournamentGame]) -> int:
    return len(msgspec.json.encode(tuple(games)))


class CountedTwice(WrongUse):
    """Raised when a person would count at two tables in one round."""

    def __init__(self, name: str, table: str, number: int) -> None:
        super().__init__(f"{name} counts at {table!r} in round {number} already; leave one of the two games out.")
        self.name, self.table, self.number = name, table, number


def told_tables(tournament: Tournament, number: int) -> frozenset[str]:
    """Return the tables that have sent a game of a round. A game that the organiser left out is included."""
    return frozenset(game.table for game in tournament.games if game.round == number and not game.struck)


def double_count(tournament: Tournament, game: TournamentGame) -> CountedTwice | None:
    """Return the error that keeps a game from counting, or None if the game may count. A person may play several games
    of a round, but only at one table."""
    people = {place.person for place in game.places} - {None}
    elsewhere = (other for other in tournament.counted() if other.round == game.round and other.table != game.table)
    for other in elsewhere:
        for place in other.places:
            if place.person in people:
                return CountedTwice(tournament.names.get(place.person or 0, place.name), other.table, other.round or 0)
    return None


def check_counted_once(tournament: Tournament, game: TournamentGame) -> None:
    """Check that no person counts at two tables in the round of this game. Raises CountedTwice."""
    if twice := double_count(tournament, game):
        raise twice


def placed_game(tournament: Tournament, game: TournamentGame) -> TournamentGame:
    """Return the game in the newest round in which all its people sat at its table. Each person must have exactly one
    place. If this is not certain, the game is returned without a round."""
    fits = fitting_games(tournament, game)
    if fits and _is_sure(tournament, fits) and not double_count(tournament, fits[0]):
        return fits[0]
    known = _known(tournament)
    named = (replace(place, person=known.get(name_key(place.name)) if place.name else None) for place in game.places)
    return replace(game, places=tuple(named), round=None)


def fitting_games(tournament: Tournament, game: TournamentGame) -> tuple[TournamentGame, ...]:
    """Return the game once for each round in which its people sat at its table, the newest round first. If a place has
    no name, only the seats can be compared, so only the newest two rounds of the table are searched."""
    rounds = list(_rounds_of(tournament, game.table))
    if not all(place.name for place in game.places):
        rounds = rounds[:2]
    known = _known(tournament)
    return tuple(found for each in rounds if (found := _in_round(game, each, known)))


def seat_of(tournament: Tournament, game: TournamentGame, number: int, place: GamePlace) -> int | None:
    """Return the person who was drawn for the seat of this place in a round, or None if nobody was drawn for it."""
    seats = next((each.people_at(game.table) for each in tournament.rounds if each.number == number), ())
    return _drawn_for(place, seats)


def _is_sure(tournament: Tournament, fits: Sequence[TournamentGame]) -> bool:
    """Say whether the game surely belongs to the first of the fitting rounds. A game is doubtful if more people were
    drawn for its table than have played. A game without names must belong to the table's newest round. If no game of
    the round before was sent, the game may be a late one of that round, and is doubtful."""
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
    """Return the game in this round. People are found by name, and people without a name by seat. Return None if the
    people do not match."""
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
    """Return the games that belong to no round. The organiser has not yet settled them or left them out."""
    return tuple(game for game in tournament.games if game.round is None and not game.struck and not game.left_out)


def untold_tables(tournament: Tournament) -> tuple[str, ...]:
    """Return the tables of the newest round that have sent no game of the round, not even a game that was left out."""
    if not tournament.rounds:
        return ()
    newest = tournament.rounds[-1]
    told = told_tables(tournament, newest.number)
    return tuple(each.table for each in newest.tables if each.people and each.table not in told)


def strangers_of(game: TournamentGame) -> tuple[GamePlace, ...]:
    """Return the places of a game whose people the tournament does not know. If a game without such places belongs to
    no round, its people never sat together at its table."""
    return tuple(place for place in game.places if place.person is None)


def leave_out_game(tournament: Tournament, game: str, *, out: bool = True) -> Tournament:
    """Return the tournament with a game left out, or counted again if `out` is false. Raises WrongUse."""
    found = replace(_find_game(tournament, game), left_out=out)
    if found.counts:
        check_counted_once(tournament, found)
    return _with_game(tournament, found)


def settle_game(tournament: Tournament, game: str, number: int, people: Mapping[int, int]) -> Tournament:
    """Return the tournament with a game in this round. `people` are the people at places where the person was not
    known. At a place without a name, the person who was drawn for the seat is used. Raises WrongUse."""
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
    """A reason why a game belongs to no round. Its words are `net.hall.tournament.<value>`."""

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
