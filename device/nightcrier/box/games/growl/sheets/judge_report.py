"""Report a judged game of GROWL for `nightcrier judge`, or tell the game as a story."""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Raw

from nightcrier.box.games.engine.sheets.judge_story import Row, Teller
from nightcrier.box.games.growl.cards import PLAYERS_OF_ONE_GAME
from nightcrier.box.games.growl.sheets.judge_sheet import card_title, read_growl_sheet
from nightcrier.box.games.growl.sheets.replay import PlayedGame, PlayedNight, play_sheet
from nightcrier.box.games.growl.village import GrowlVillage

_SUPPLIES = ("bites", "starter_gold", "removed", "extra", "pile")


def judge_growl(content: bytes | Raw) -> Row:
    """Return the report for a game that people wrote on a sheet. Raises RefusedGame."""
    return _report(play_sheet(read_growl_sheet(content)))


def _report(game: PlayedGame) -> Row:
    last, over = game.village, bool(game.ended)
    village, supplies = last.at_home() if over else last, game.sheet.supplies
    passing = game.nights[-1].passing if game.nights else None
    speaker = last.seance if last.seance in last.dead else 0
    return {
        "living": list(village.living),
        "dead": list(village.dead),
        "passing": None if passing is None else list(passing.passing),
        "left_of": _neighbors(passing, GrowlVillage.left),
        "right_of": _neighbors(passing, GrowlVillage.right),
        "turn": None if over else village.turn,
        "over": over,
        "winners": [seat for seat, points in enumerate(game.points, 1) if points],
        "points": list(game.points),
        "seance": (last.home_of(speaker) if over else speaker) or None,
        "supplies": {key: getattr(supplies, key) for key in _SUPPLIES},
        "reasons": list(_reasons(game)),
        "warnings": list(_warnings(game)),
    }


def _neighbors(
    village: GrowlVillage | None, side: Callable[[GrowlVillage, int, Sequence[int]], int]
) -> dict[int, int] | None:
    if village is None:
        return None
    return {seat: side(village, seat, village.passing) for seat in village.passing}


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
    game = play_sheet(read_growl_sheet(content))
    sheet, supplies, teller = game.sheet, game.sheet.supplies, Teller()
    dealt = f"  Dealt first: Bite {supplies.bites}, Gold {supplies.starter_gold}. In the pile: {supplies.pile} cards."
    lines = [f"GROWL, {sheet.players} players; seat {sheet.start} begins.", dealt]
    for number, night in enumerate(game.nights, 1):
        title = f"Night {number}: {card_title(night.entry.card)}, in the turn of seat {night.entry.active}"
        lines += [*_day(teller, number, night.entry.day_deaths), *teller.tell(title, _night(night))]
    lines += _day(teller, len(game.nights) + 1, sheet.day_deaths)
    points = (f"Seat {seat}: {points}." for seat, points in enumerate(game.points, 1) if points)
    return [*lines, *_reasons(game), *points, *_warnings(game)]


def _day(teller: Teller, number: int, deaths: list[int]) -> Sequence[str]:
    return teller.tell(f"Day {number}", {"Dead": sorted(deaths)}) if deaths else ()


def _night(night: PlayedNight) -> Row:
    passing = _neighbors(night.passing, GrowlVillage.left) or {}
    return {
        "Answers": ", ".join(night.entry.answers),
        "Dead of the card": night.killed,
        "Dead for want of two cards": sorted(night.entry.cannot_pass),
        "Cards pass to the left, and back to the right": ", ".join(f"{seat} to {passing[seat]}" for seat in passing),
        "Dead of what was passed": sorted(night.entry.night_deaths),
    }
