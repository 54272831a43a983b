"""Plays a written game of GROWL again. The sheet answers the table's questions, so the same rules apply."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import WOUNDING
from nightcrier.box.games.growl.course import DayTurn
from nightcrier.box.games.growl.effects import BY_SEAT, LEFT, RIGHT, CardEffect
from nightcrier.box.games.growl.ending import LOST, Ending
from nightcrier.box.games.growl.options import GrowlOptions
from nightcrier.box.games.growl.sheets.judge_sheet import GrowlNight, GrowlSheet, card_title
from nightcrier.box.games.growl.village import GrowlGame, GrowlRules, GrowlVillage, village_of
from nightcrier.box.show.agenda import at_first_stage
from nightcrier.box.show.stages import Ask, Perform, Tell, Verdict
from nightcrier.kernel.errors import RefusedGame, quote_word


class PlayedNight(Struct, frozen=True):
    """A night that was played again: who died of its card, and the village that passed cards, if cards were passed."""

    entry: GrowlNight
    killed: tuple[int, ...]
    passing: GrowlVillage | None


class PlayedGame(Struct, frozen=True):
    """A game that was played again. `village` is the table at the last event of the sheet, before the sleepwalkers go
    home. `ended` is the first line of the end, and empty while the game goes on."""

    sheet: GrowlSheet
    nights: tuple[PlayedNight, ...]
    village: GrowlVillage
    ended: str
    points: tuple[int, ...]


def play_sheet(sheet: GrowlSheet) -> PlayedGame:
    """Play the whole sheet. Raises RefusedGame for the first event that is impossible."""
    game, nights = _begin(sheet), list[PlayedNight]()
    for number, entry in enumerate(sheet.nights, 1):
        game, played = _play_night(_play_day(game, entry.day_deaths, f"day {number}"), entry, f"night {number}")
        nights.append(played)
    game = _play_day(game, sheet.day_deaths, "day_deaths")
    step = game.steps[0]
    ended, points = (step.why, _points(game, sheet)) if isinstance(step, Ending) else ("", ())
    return PlayedGame(sheet, tuple(nights), game.state, ended, points)


def _begin(sheet: GrowlSheet) -> GrowlGame:
    """Return the game at its first day. With the heartbeat no turn is counted, and each night asks whose turn it is."""
    rules = GrowlRules(sheet.supplies, GrowlOptions(turns="heartbeat"))
    return at_first_stage(GrowlGame(rules, replace(village_of(sheet.players), active=sheet.start), (DayTurn(),)))


def _play_day(game: GrowlGame, deaths: Sequence[int], place: str) -> GrowlGame:
    if not deaths:
        return game
    return _die(game if _is_over(game) else _answered(game, "dead"), deaths, place)


def _play_night(game: GrowlGame, entry: GrowlNight, place: str) -> tuple[GrowlGame, PlayedNight]:
    if _is_over(game):
        raise RefusedGame("the game ended before this night", place=place)
    game = _choose(_answered(game, "night"), str(entry.active), "the seat whose turn it is", place)
    lived, game = game.state.living, _answer_card(_answered(game, entry.card), entry, place)
    if entry.card in WOUNDING:
        game = _die(game, entry.card_deaths, place)
    killed = tuple(seat for seat in lived if seat not in game.state.living)
    if entry.card_deaths and tuple(sorted(entry.card_deaths)) != killed:
        died = " and ".join(map(str, killed)) or "nobody"
        raise RefusedGame(f"of {card_title(entry.card)} dies {died}, and card_deaths says something else", place=place)
    if game.state.caged and game.state.caged in (*entry.cannot_pass, *entry.night_deaths):
        rule = "the caged player passes no cards and gets none, and so does not die of it"
        raise RefusedGame(rule, place=f"{place}, seat {game.state.caged}")
    game = _die(game, entry.cannot_pass, place)
    passing = None if _is_over(game) else game.state
    return _die(game, entry.night_deaths, place), PlayedNight(entry, killed, passing)


def _answer_card(game: GrowlGame, entry: GrowlNight, place: str) -> GrowlGame:
    """Give the answers of the sheet to the questions of the card. A vote is entered seat by seat."""
    for number, answer in enumerate(entry.answers, 1):
        game = _answered(game, BY_SEAT) if BY_SEAT in _values(game) else game
        if not _asks(game):
            raise RefusedGame(f"answer {number} of {card_title(entry.card)} is one too many", place=place)
        game = _choose(game, answer, f"answer {number} of {card_title(entry.card)}", place)
    if _asks(game):
        raise RefusedGame(f"{card_title(entry.card)} lacks answer {len(entry.answers) + 1}", place=place)
    return game


def _asks(game: GrowlGame) -> bool:
    """Say whether the card that came up has a question now."""
    return isinstance(game.steps[0], CardEffect)


def _die(game: GrowlGame, seats: Sequence[int], place: str) -> GrowlGame:
    """Enter all dead seats at once, when the game asks who died. When the game is over, nobody else dies."""
    if _is_over(game):
        if seats:
            raise RefusedGame("the game was over before this death", place=f"{place}, seat {seats[0]}")
        return game
    for seat in seats:
        game = _choose(game, str(seat), "a seat that dies", place)
    return _answered(game, "none")


def _choose(game: GrowlGame, value: str, what: str, place: str) -> GrowlGame:
    """Give an answer that a person wrote. Raises RefusedGame if the table does not offer it."""
    offered = [each for each in _values(game) if each.isdigit() or each in (LEFT, RIGHT)]
    if value in offered:
        return _answered(game, value)
    if value in map(str, game.state.dead):
        raise RefusedGame(f"{what} is one of the living", place=f"{place}, seat {value}")
    raise RefusedGame(f"{what} is one of {', '.join(offered)}, not {quote_word(value)}", place=place)


def _values(game: GrowlGame) -> tuple[str, ...]:
    return tuple(choice.value for choice in game.now.choices) if isinstance(game.now, Ask) else ()


def _answered(game: GrowlGame, value: str) -> GrowlGame:
    """Return the game at the next question after this answer, or at its end."""
    game = game.answer(value)
    while isinstance(game.now, Perform | Tell) and not _is_over(game):
        game = game.answer("")
    return game


def _is_over(game: GrowlGame) -> bool:
    return isinstance(game.steps[0], Ending)


def _points(game: GrowlGame, sheet: GrowlSheet) -> tuple[int, ...]:
    """Return the points of each seat after the end, or nothing if the sheet does not say who has won."""
    game = _to_question(game)
    if not game.state.living and sheet.humans_stand:
        raise RefusedGame("nobody lives, so no human stands", place="humans_stand")
    if game.state.living and sheet.humans_stand is not None:
        game = _to_question(game.answer("yes" if sheet.humans_stand else "no"))
    if isinstance(game.steps[0], Ending) or sheet.gold_in_hand is None:
        return ()
    for seat, gold in enumerate(sheet.gold_in_hand, 1):
        value = LOST if gold is None else str(gold)
        if value not in _values(game):
            raise RefusedGame(_gold_rule(game, sheet, gold), place=f"gold_in_hand, seat {seat}")
        game = _to_question(game.answer(value))
    verdict = _to_question(game.answer("no")).now
    return verdict.points if isinstance(verdict, Verdict) else ()


def _to_question(game: GrowlGame) -> GrowlGame:
    while isinstance(game.now, Perform | Tell):
        game = game.answer("")
    return game


def _gold_rule(game: GrowlGame, sheet: GrowlSheet, gold: int | None) -> str:
    """Return the rule that the gold of a seat breaks."""
    if gold is None and sheet.humans_stand:
        return "one of the living has won as a human, and none is left but this seat"
    if gold is None:
        return "all who live have won with the wolves, and so has every Wolf Zero: this seat too"
    if "0" not in _values(game):
        return "every Wolf Zero has lost: this seat too"
    return f"{gold} is no number of Gold cards here: there are {sheet.supplies.gold} of them in all"
