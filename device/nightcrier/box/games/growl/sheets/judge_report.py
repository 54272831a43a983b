"""Report a judged game of GROWL for `nightcrier judge`, or tell the game as a story."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Raw, Struct

from nightcrier.box.games.growl.cards import PLAYERS_OF_ONE_GAME
from nightcrier.box.games.growl.sheets.judge_sheet import card_title, read_sheet
from nightcrier.box.games.growl.sheets.replay import PlayedGame, PlayedNight, play_sheet
from nightcrier.box.games.growl.village import GrowlVillage


class SuppliesReport(Struct, frozen=True):
    """The cards of the game, in the report."""

    bites: int
    starter_gold: int
    removed: int
    extra: int
    pile: int


class GrowlReport(Struct, frozen=True):
    """The report of a game. The fields about passing are None if no cards were passed in the last night."""

    living: list[int]
    dead: list[int]
    passing: list[int] | None
    left_of: dict[int, int] | None
    right_of: dict[int, int] | None
    turn: int | None
    over: bool
    winners: list[int]
    points: list[int]
    seance: int | None
    supplies: SuppliesReport
    reasons: list[str]
    warnings: list[str]


def judge_growl(content: bytes | Raw) -> GrowlReport:
    """Return the report for a game that people wrote on a sheet. Raises RefusedGame."""
    return _report(play_sheet(read_sheet(content)))


def _report(game: PlayedGame) -> GrowlReport:
    last, over = game.village, bool(game.ended)
    village, supplies = last.at_home() if over else last, game.sheet.supplies
    passing = game.nights[-1].passing if game.nights else None
    speaker = last.seance if last.seance in last.dead else 0
    return GrowlReport(
        living=list(village.living),
        dead=list(village.dead),
        passing=None if passing is None else list(passing.passing),
        left_of=_neighbors(passing, GrowlVillage.left),
        right_of=_neighbors(passing, GrowlVillage.right),
        turn=None if over else village.turn,
        over=over,
        winners=_winners(game),
        points=list(game.points),
        seance=(last.home_of(speaker) if over else speaker) or None,
        supplies=SuppliesReport(supplies.bites, supplies.starter_gold, supplies.removed, supplies.extra, supplies.pile),
        reasons=list(_reasons(game)),
        warnings=list(_warnings(game)),
    )


def _neighbors(
    village: GrowlVillage | None, side: Callable[[GrowlVillage, int, Sequence[int]], int]
) -> dict[int, int] | None:
    if village is None:
        return None
    return {seat: side(village, seat, village.passing) for seat in village.passing}


def _winners(game: PlayedGame) -> list[int]:
    return [seat for seat, points in enumerate(game.points, 1) if points]


_ENDS = {"end": "the Final Night is over", "end.two": "two or fewer players live"}


def _reasons(game: PlayedGame) -> Iterator[str]:
    if game.ended:
        yield f"The game is over: {_ENDS[game.ended]}."
    if game.ended and not game.village.living:
        yield "The wolves win: nobody lives."
    elif game.ended and game.sheet.humans_stand is not None:
        stood = game.sheet.humans_stand
        yield f"The {'humans win: a' if stood else 'wolves win: no'} living human stood at the growl."


def _warnings(game: PlayedGame) -> Iterator[str]:
    sheet = game.sheet
    if sheet.players > PLAYERS_OF_ONE_GAME:
        yield f"More than {PLAYERS_OF_ONE_GAME} players is a variant, with the cards of a second game."
    if not game.ended and (sheet.humans_stand is not None or sheet.gold_in_hand is not None):
        yield "The game is not over: humans_stand and gold_in_hand were not used."
    if game.ended and game.village.living and sheet.humans_stand is None:
        yield "The game is over, and humans_stand is missing: nobody can say who has won."
    elif game.ended and sheet.gold_in_hand is None:
        yield "The game is over, and gold_in_hand is missing: nobody can say how much each winner has."


def story_of_growl(content: bytes | Raw) -> list[str]:
    """Return the story of a game that people wrote on a sheet. Raises RefusedGame."""
    return list(_story(play_sheet(read_sheet(content))))


def _story(game: PlayedGame) -> Iterator[str]:
    supplies = game.sheet.supplies
    yield f"GROWL, {supplies.players} players; seat {game.sheet.start} begins."
    yield f"  Dealt first: Bite {supplies.bites}, Gold {supplies.starter_gold}. In the pile: {supplies.pile} cards."
    for number, night in enumerate(game.nights, 1):
        yield from _deaths("By day", night.entry.day_deaths)
        yield f"Night {number}: {card_title(night.entry.card)}, in the turn of seat {night.entry.active}"
        yield from (f"  {line}" for line in _night(night))
    yield from _deaths("By day", game.sheet.day_deaths)
    yield from _reasons(game)
    yield from (f"Seat {seat}: {points}." for seat, points in enumerate(game.points, 1) if points)
    yield from _warnings(game)


def _night(night: PlayedNight) -> Iterator[str]:
    if night.entry.answers:
        yield f"Answers: {', '.join(night.entry.answers)}."
    yield from _deaths("Of the card", night.killed)
    yield from _deaths("For want of two cards", night.entry.cannot_pass)
    if night.passing is not None:
        passing = night.passing.passing
        to = ", ".join(f"{seat} to {night.passing.left(seat, passing)}" for seat in passing)
        yield f"Cards pass to the left: {to}; and back to the right."
    yield from _deaths("Of what was passed", night.entry.night_deaths)


def _deaths(when: str, seats: Sequence[int]) -> Iterator[str]:
    if seats:
        yield f"{when}: {', '.join(map(str, sorted(seats)))} dead."
