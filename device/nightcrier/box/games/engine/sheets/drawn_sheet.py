"""Writes a random evening in the form in which people write down a game, and its results as rows for programs."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee.drawn import draw_evening
from nightcrier.box.games.engine.referee.outcomes import outcomes_asked
from nightcrier.box.games.engine.referee.records import (
    CallChoice,
    CountedHands,
    ElectionChoices,
    RoundChoices,
    Votes,
    place_name,
)
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.box.games.engine.sheets.judge_sheet import WrittenGame, table_of
from nightcrier.box.games.engine.sheets.judge_story import Row
from nightcrier.kernel.chance import Chance, SeededChance

_NIGHT = ("told", "killed", "out", "shown", "announced")
_DAY = ("counts", "pyre", "out", "shown")


def drawn_game(game: GameFile, deck: Sequence[str], switches: Mapping[str, bool], seed: int) -> Row:
    """Return a random evening with this deck as a written game. Raises RefusedGame if such games cannot be judged."""
    chance = SeededChance(seed)
    dealt = chance.shuffle(deck)
    rounds, _ = draw_evening(table_of(game, WrittenGame(game.id, dealt, house_rules=switches)), chance)
    found: Row = {"game": game.id, "players": dealt, **({"house_rules": switches} if switches else {})}
    written = [_written(each, game.day.vote) for each in rounds]
    return {**found, "rounds": written, **(_drawn_outcome(game, deck, chance) if game.outcomes else {})}


def _drawn_outcome(game: GameFile, deck: Sequence[str], chance: Chance) -> Row:
    """Draw who has won at the board, and whom somebody guesses, if anybody."""
    row, place = chance.pick([*outcomes_asked(game, deck).values()]), chance.below(len(deck) + 1)
    return {"outcome": row.id, **({"guess": place_name(place) if place else None} if row.guess else {})}


def _written(choices: RoundChoices, vote: str) -> Row:
    day, elections = choices.day, {key: _election(each) for key, each in choices.elections.items()}
    found: Row = {"night": [*map(_entry, choices.night)]}
    found |= {"dawn": [*map(_entry, choices.dawn)]} if choices.dawn else {}
    found |= {"elections": elections} if elections else {}
    if day is None:
        return found
    voted: Row = {}
    match vote:
        case "run-off":
            voted = {"accusation": {"votes": _votes(day.votes)}}
            voted |= {"run_off": {"votes": _votes(day.run_off)}} if day.run_off is not None else {}
        case "nomination":
            voted["nominations"] = [
                {"by": each.by, "of": place_name(each.of), "hands": each.hands} for each in day.nominations
            ]
        case "listed":
            voted["nominations"] = [{"by": each.by, "of": place_name(each.of)} for each in day.nominations]
    if vote in ("majority", "three", "listed"):
        voted |= {"votes": _votes(day.votes)} | _again(day.again)
    voted |= {} if day.lift is None else {"lift": day.lift}
    voted |= {} if day.tie_by is None else {"tie_by": place_name(day.tie_by)}
    return {**found, "day": {**voted, **({"dusk": [*map(_entry, day.dusk)]} if day.dusk else {})}}


def _election(chosen: ElectionChoices) -> Row:
    stand: Row = {} if chosen.stand is None else {"stand": [*map(place_name, chosen.stand)]}
    return {**stand, "votes": _votes(chosen.votes), **_again(chosen.again)}


def _again(votes: Sequence[Votes]) -> Row:
    return {"again": [*map(_votes, votes)]} if votes else {}


def _entry(chosen: CallChoice) -> Row:
    places = [*map(place_name, chosen.targets)]
    targets: Row = {"target": places[0]} if len(places) == 1 else {"targets": places} if places else {}
    more = {"role": chosen.role, "direction": chosen.direction}
    return {"seat": chosen.seat, "as": chosen.call, **targets, **{key: value for key, value in more.items() if value}}


def _votes(votes: Votes) -> Row:
    cast = {} if isinstance(votes, CountedHands) else votes
    return {str(seat): [*map(place_name, targets)] for seat, targets in cast.items()}


def played_rows(game: GameFile, sheet: Row, seed: int) -> Iterator[Row]:
    """Yield the rows of a written game: who was dealt which card, each night and each day, and the end."""
    report = FileReferee(game).judge_game(msgspec.json.encode(sheet))
    yield {"play": game.id, "seed": seed, "players": len(sheet["players"]), "dealt": sheet["players"]}
    for number, (each, night) in enumerate(zip(sheet["rounds"], report["nights"], strict=True), 1):
        came = {**night, "out": night["killed"]}
        yield {"night": number, "entries": each["night"], **{key: came[key] for key in _NIGHT}}
        if "day" in each:
            elected = {"elected": night["elected"]} if night.get("elected") else {}
            yield {"day": number, **elected, **{key: report["days"][number - 1][key] for key in _DAY}}
    yield {"end": report["end"], "winners": report["winners"], "game": sheet}
