"""Makes every change to an evening of the scores, as pure functions from an evening to an evening. Points belong to the
number of a person: they move along when the person gets another number, and are removed with the person."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec.structs import replace

from nightcrier.box.memory.evening import NOBODY_HERE, Counts, Evening, KeptGame, earned_by_person, people_standings
from nightcrier.kernel.people import EveningPerson, GameResult, is_taken


def add_game(
    evening: Evening, game: str, scenario: str, points: Sequence[int], seats: Sequence[int], mark: str = ""
) -> Evening:
    """Add a finished game. `points` has one value for each seat, 0 for a loser; `seats` are the numbers of the people
    there. A person who is out of a long evening gets no points."""
    number = max((result.number for result in evening.results), default=0) + 1
    result = GameResult(number, game, scenario, _taken(evening, earned_by_person(seats, points)), mark)
    judged = KeptGame(result, tuple(points), tuple(seats)) if mark else KeptGame(result)
    return replace(evening, games=(*evening.games, judged))


def judge_again(evening: Evening, mark: str, game: str, scenario: str, points: Sequence[int]) -> Evening:
    """Count the game with this mark again, for the same people. If the verdict has changed, the new points replace the
    old ones. If it had been taken back, the game becomes the last of the evening. Otherwise, points that people have
    corrected or removed stay as they are."""
    kept = next(each for each in evening.games if each.result.id == mark)
    if kept.counts is Counts.STRUCK or (kept.counts is Counts.YES and kept.judged == tuple(points)):
        return evening
    earned = earned_by_person(kept.seats, points)
    if kept.counts is Counts.YES:
        judged = replace(kept, result=_with_points(kept.result, earned), judged=tuple(points))
        return replace(evening, games=tuple(judged if each is kept else each for each in evening.games))
    number = max((result.number for result in evening.results), default=0) + 1
    result = GameResult(number, game, scenario, _taken(evening, earned), mark)
    judged = replace(kept, result=result, judged=tuple(points), counts=Counts.YES)
    return replace(evening, games=(*(each for each in evening.games if each is not kept), judged))


def take_back(evening: Evening, mark: str) -> Evening:
    """Take back the verdict of the game with this mark. The game does not count until its next verdict."""
    return _with_state(evening, Counts.TAKEN_BACK, mark=mark)


def strike_game(evening: Evening, number: int) -> Evening:
    """Remove the game with this number from the scores."""
    return _with_state(evening, Counts.STRUCK, number=number)


def correct_game(evening: Evening, number: int, points: Mapping[int, int]) -> Evening:
    """Replace the points of each person in a game, if they were wrong. A person who did not play gets none."""
    games = tuple(
        replace(kept, result=_with_points(kept.result, points))
        if kept.counts is Counts.YES and kept.result.number == number
        else kept
        for kept in evening.games
    )
    return replace(evening, games=games)


def seat_people(evening: Evening, people: Sequence[EveningPerson], places: Sequence[int] = ()) -> Evening:
    """Replace the people of the evening. `places` lists the earlier number of each new person, and points move to the
    new number. A person whose earlier number is missing is removed from the evening, with all points. If `places` is
    empty, nobody is removed and all points stay."""
    if not places:
        return replace(evening, people=(*people, *evening.people[len(people) :]))
    now = {old: number for number, old in enumerate(places, 1)}

    def move(kept: KeptGame) -> KeptGame:
        points = {now[person]: points for person, points in kept.result.points.items() if person in now}
        seats = tuple(now.get(person, NOBODY_HERE) for person in kept.seats)
        return replace(kept, result=replace(kept.result, points=points), seats=seats)

    return replace(evening, people=tuple(people), games=tuple(map(move, evening.games)))


def forget_names(evening: Evening, names: Collection[str]) -> Evening:
    """Erase these names, and all names that look like them. The points stay, without a name."""
    people = tuple(replace(each, name="") if is_taken(each.name, names) else each for each in evening.people)
    return replace(evening, people=people) if people != evening.people else evening


def score_rows(evening: Evening) -> Iterator[tuple[int, str, int, str, str, int, str, int]]:
    """Yield a row for each person of each game, with the columns of the scores' CSV file."""
    for result in evening.results:
        for person, points in sorted(result.points.items()):
            name = evening.names[person - 1]
            yield evening.number, evening.kind, result.number, result.game, result.scenario, person, name, points


def _with_state(evening: Evening, counts: Counts, *, mark: str | None = None, number: int = 0) -> Evening:
    games = tuple(
        replace(kept, counts=counts)
        if kept.counts is Counts.YES and (kept.result.id == mark or kept.result.number == number)
        else kept
        for kept in evening.games
    )
    return replace(evening, games=games)


def _with_points(result: GameResult, points: Mapping[int, int]) -> GameResult:
    return replace(result, points={person: points.get(person, old) for person, old in result.points.items()})


def _taken(evening: Evening, earned: Mapping[int, int]) -> dict[int, int]:
    """Return the points that count, without those of people who are out of a long evening."""
    standings = people_standings(evening, evening.results)
    return {person: points for person, points in earned.items() if not standings[person - 1].out}
