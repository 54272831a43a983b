"""Plays a village without a moderator step by step, with the given dial choices or at random."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.secret_turns import SeatTurn
from nightcrier.box.games.wherewolf.dealt.ballots import ballot
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.referee.records import DayActs, DealtTable, VoteSheet
from nightcrier.box.games.wherewolf.referee.votes import count_accusation
from nightcrier.box.games.wherewolf.rulebook import Switches
from nightcrier.box.games.wherewolf.table.course import DUSK_AND_DAWN
from nightcrier.box.games.wherewolf.table.village import (
    WolfRules,
    WolfStep,
    WolfVillage,
    after_votes,
    at_nightfall,
    in_the_morning,
    with_table,
)
from nightcrier.box.show.agenda import AgendaGame, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import Show
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, SeatName, Word
from tests.box.games.wherewolf.table.host import bare

Hand = Callable[[SeatTurn], Picks]
"""Returns what somebody does in a turn."""


class PlayedSteps(Struct, frozen=True):
    """Holds a village after some steps, with its turns in order and the shows that they were part of."""

    village: WolfVillage
    turns: tuple[SeatTurn, ...]
    shows: tuple[Show, ...]


def rules_of(table: DealtTable, seed: int = 7, **options: Any) -> WolfRules:
    played = WherewolfOptions(host="box", amulet_sword=bool(table.items), **options)
    return WolfRules(table.possible, len(table.roles), played, seed)


def table_of(roles: str, more: str = "", switches: Switches | None = None, **known: Any) -> DealtTable:
    """Return a dealt table, beginning with seat 1. `more` lists possible roles that nobody was dealt."""
    dealt = tuple(roles.split())
    return DealtTable(dealt, (*dealt, *more.split()), switches=switches or Switches(), **known)


def night_falls(table: DealtTable) -> WolfVillage:
    """Return the village at its first nightfall."""
    return at_nightfall(with_table(WolfVillage(led=False), table))


def play_steps(rules: WolfRules, village: WolfVillage, steps: tuple[WolfStep, ...], hand: Hand) -> PlayedSteps:
    """Play to the end of these steps, checking that all turns of a round share one show."""
    game, turns, shows = at_first_stage(AgendaGame(rules, village, steps)), list[SeatTurn](), list[Show]()
    under_way: Show | None = None
    while (stage := game.stage()) is not None:
        assert under_way in (None, stage.show)
        under_way = stage.show
        if not stage.acts:
            shows.append(stage.show)
            game, under_way = game.answer(""), None
            continue
        ((_, turn),) = stage.acts.items()
        assert isinstance(turn, SeatTurn)
        turns.append(turn)
        game = game.answer(hand(turn))
    return PlayedSteps(game.state, tuple(turns), tuple(shows))


def dialling(chosen: Mapping[int, str]) -> Hand:
    """Return a hand that dials as listed. With `{3: "5 - ."}`, seat 3 chooses seat 5, then nobody, then the default, as
    other seats always do: nobody, or else the first that counts. Impossible choices fail."""

    def hand(turn: SeatTurn) -> Picks:
        row: Picks = ()
        for wanted in chosen.get(turn.seat + 1, "").split():
            row += (_idle(turn, row) if wanted == "." else _value(turn, row, wanted),)
        while turn.prompt(row).options:
            row += (_idle(turn, row),)
        return row + ((turn.prompt(row).confirm,) if turn.prompt(row).confirm else ())

    return hand


def _value(turn: SeatTurn, row: Picks, wanted: str) -> str:
    value = "nobody" if wanted == "-" else str(int(wanted) - 1) if wanted.isdecimal() else wanted
    assert value in {option.value for option in turn.prompt(row).options}, f"P{turn.seat + 1} cannot choose {wanted}"
    return value


def _idle(turn: SeatTurn, row: Picks) -> str:
    values = [option.value for option in turn.prompt(row).options if option.value[0] != "-"]
    return next((none for none in ("nobody", "not-tonight", "keeps", "no-more", "hand") if none in values), values[0])


def by_lot(rng: Random, hurry: float = 0.0) -> Hand:
    """Return a hand that chooses at random. `hurry` is the chance of running out of time at each press."""

    def hand(turn: SeatTurn) -> Picks:
        row: Picks = ()
        while (prompt := turn.prompt(row)).options and rng.random() >= hurry:
            row += (rng.choice(prompt.options).value,)
        return row + ((prompt.confirm,) if prompt.confirm else ())

    return hand


def night(rules: WolfRules, village: WolfVillage, dusk: Hand, dawn: Hand | None = None) -> PlayedSteps:
    """Play dusk and dawn of the night that has fallen."""
    return play_steps(rules, village, DUSK_AND_DAWN, _first_round(village, dusk, dawn or dialling({})))


def _first_round(village: WolfVillage, first: Hand, then: Hand) -> Hand:
    """Return a hand that acts like `first` for everybody in play, and then like `then`."""
    hands = iter([first] * len(village.known.in_play))

    def hand(turn: SeatTurn) -> Picks:
        return next(hands, then)(turn)

    return hand


def out_of_time(_: SeatTurn) -> Picks:
    """Press nothing, like somebody who runs out of time."""
    return ()


def next_night(rules: WolfRules, played: PlayedSteps, burned: int | None = None) -> WolfVillage:
    """Return the night after a day on which this seat, counted from 1, burned, or nobody did."""
    village = in_the_morning(played.village)
    seats = village.known.in_play
    votes = {} if burned is None else dict.fromkeys(seats, (burned - 1,))
    return at_nightfall(after_votes(village, DayActs(VoteSheet(votes))))


def vote(rules: WolfRules, village: WolfVillage, hand: Hand, accused: tuple[int, ...] = ()) -> PlayedSteps:
    return play_steps(rules, village, ballot(rules, accused), _first_round(village, hand, dialling({})))


def whole_day(rules: WolfRules, village: WolfVillage, hand: Hand) -> tuple[WolfVillage, tuple[PlayedSteps, ...]]:
    """Play from the accusation to nightfall, following the judge's count."""
    accusation = vote(rules, village, hand)
    sheet = accusation.village.accusation
    assert sheet is not None
    accused = count_accusation(village.known.twin(), sheet).accused
    if len(accused) < 2 or len(village.known.in_play) == 2:
        return after_votes(accusation.village, DayActs(sheet)), (accusation,)
    run_off = vote(rules, accusation.village, hand, accused)
    return after_votes(run_off.village, DayActs(sheet, run_off.village.run_off)), (accusation, run_off)


def said(facts: tuple[Fact, ...]) -> list[str]:
    """Return facts in short words, such as `with-you 3 7` and `you-are seer`."""
    return [_said(fact) for fact in facts]


def _said(fact: Fact) -> str:
    match fact:
        case Number(value) | SeatName(value) | SeatMark(value):
            return str(value)
        case Joined(parts, between):
            return (" " if between == ", " else between.strip() or " ").join(_said(part) for part in parts)
        case Word("turn.yours"):
            return "?"
        case Word(key, fillings):
            return " ".join(
                (
                    bare(key).removeprefix("turn."),
                    *(_said(filling) for filling in fillings.values()),
                )
            )
    raise AssertionError(fact)


def seen_by(played: PlayedSteps, seat: int, dawn: bool = False) -> list[str]:
    """Return the facts that a seat reads as it comes to the box at dusk or, with `dawn`, at dawn."""
    return said([turn for turn in played.turns if turn.seat == seat - 1][-1 if dawn else 0].prompt(()).seen)


def known_as(village: WolfVillage, **changed: Any) -> WolfVillage:
    """Return the village with these fields of its state changed."""
    state = village.known.twin()
    for name, value in changed.items():
        setattr(state, name, value)
    return replace(village, game=state)
