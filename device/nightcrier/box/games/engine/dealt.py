"""Deals a game of one night without cards. Seat after seat comes to the box and holds the dial, so nobody has to open
or shut the eyes.

In each pass every seat chooses equally often and in equal time, and in the last one all read what the night was to
them. Games in which nobody chooses anything at night have this last pass alone."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.dealt_choices import (
    MOST_PRESSES,
    DealtNight,
    Pass,
    choosing_passes,
    choosing_turn,
    press_count,
    with_choices,
)
from nightcrier.box.games.engine.dealt_facts import choosing_page, page_count, read_pages, shown_facts, story_facts
from nightcrier.box.games.engine.evening import NarratedRules, day_talk, goes_on, own_line, vote_show
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee.standing import lay_table
from nightcrier.box.games.engine.secret_turns import SeatTurn, SecretRound, seats_called, under_bed
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.show.agenda import AgendaGame, AgendaStep, RowStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, Word
from nightcrier.box.show.stages import TABLE, Perform, Tell
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId, Seconds

MOST_DEALT = 16
"""The most seats to which the box deals."""
_DEALING, _TURN = LineId("deal.open"), LineId("deal.turn")
_CHOOSING, _READING = LineId("wherewolf.box.dusk"), LineId("wherewolf.box.dawn")
_FACE_UP = LineId("deal.dawn")
_FIRST_PRESS, _FURTHER_PRESS, _FIRST_PAGE, _FURTHER_PAGE = 22.0, 8.0, 15.0, 8.0
_LEAST: Seconds = 8.0
"""The shortest turn of a seat that chooses. Turns of seats that only read have their whole time, because some have more
to read than others."""


def can_be_dealt(game: GameFile) -> bool:
    return not why_with_cards(game)


def why_with_cards(game: GameFile) -> str:
    """Return why this game is played with cards, or an empty text if the box can deal it."""
    if game.deal == "cards":
        return "its file does not let the box deal"
    if game.many_nights:
        return "many nights are played with cards; the box deals games of one night only"
    choosing = [call for call in game.calls if VERBS[call.do.verb].chooses]
    is_much = press_count(game, game.roles, choosing) > MOST_PRESSES
    return "a role may choose more than a turn has room for, so the game is played with cards" if is_much else ""


def begin_dealt(rules: NarratedRules, seed: int) -> "AgendaGame[NarratedRules, DealtNight]":
    """Return the game at its first stage. All of it is secret, for the deal follows from the seed."""
    cards = SeededChance(derive_seed(seed, "deal")).shuffle(rules.deck)
    roles, center = cards[: rules.players], cards[rules.players :]
    night = DealtNight(lay_table(rules.file, roles, switches=rules.switches, center=center), seed)
    chosen = tuple(SecretRound(_ChoosingRound(each)) for each in choosing_passes(rules))
    read = SecretRound(_ReadingRound(page_count(rules), not chosen))
    steps: tuple[AgendaStep[NarratedRules, DealtNight], ...] = (*chosen, read, _DealtDay())
    return at_first_stage(AgendaGame(rules, night, steps, keeps_secrets=True))


class _Round(Struct, frozen=True):
    """A round in which every seat comes to the box."""

    def seats(self, rules: NarratedRules, night: DealtNight) -> Sequence[int]:
        return range(rules.players)


class _ChoosingRound(_Round, frozen=True):
    """A pass in which all seats choose. The first pass begins the game."""

    its: Pass
    page: str = "deal"

    def show(self, rules: NarratedRules, night: DealtNight) -> Show:
        lines = (*((_DEALING,) if self.its.number == 1 else ()), _CHOOSING)
        return _called(rules, lines, _FIRST_PRESS + _FURTHER_PRESS * (self.its.presses - 1), rules.paced(_LEAST))

    def turn(self, rules: NarratedRules, night: DealtNight, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        page = choosing_page(rules, night, self.its, seat + 1)
        return choosing_turn(rules, night, self.its, seat + 1, page)

    def round_result(self, rules: NarratedRules, night: DealtNight, rows: Sequence[Picks]) -> StepResult[DealtNight]:
        return StepResult(with_choices(rules, night, self.its, rows))


class _ReadingRound(_Round, frozen=True):
    """The last pass, in which all seats read so many pages. A game in which nobody chooses begins with it."""

    pages: int
    is_first: bool
    page: str = "deal"

    def show(self, rules: NarratedRules, night: DealtNight) -> Show:
        line = _DEALING if self.is_first else _READING
        return _called(rules, (line,), _FIRST_PAGE + _FURTHER_PAGE * (self.pages - 1))

    def turn(self, rules: NarratedRules, night: DealtNight, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        first, *more = read_pages(rules, night, self.pages, seat + 1)
        return SeatTurn(seat, seen=first, more=tuple(more), until_read=True, final=True)

    def round_result(self, rules: NarratedRules, night: DealtNight, rows: Sequence[Picks]) -> StepResult[DealtNight]:
        return StepResult(night)


def _called(rules: NarratedRules, lines: Sequence[LineId], whole: Seconds, least: Seconds | None = None) -> Show:
    """Return the show of a round, which is equal for every deal."""
    turns = seats_called(range(rules.players), rules.paced(whole), least, _TURN)
    return (Call(RoleName("deal")), *say_lines(*lines), *under_bed(turns))


class _DealtDay(RowStep[NarratedRules, DealtNight], frozen=True):
    """The talk and the vote, again until people say that the game is over. Then it is told who had which card, and what
    was done in the night."""

    def row(self, rules: NarratedRules, state: DealtNight) -> AskingRow[StepResult[DealtNight]]:
        turned = any(call.do.verb == "turn" for call in rules.calls(1))
        if cues := (*own_line(rules.file, "day"), *(say_lines(_FACE_UP) if turned else ())):
            yield Perform((Call(RoleName("dawn")), *cues), "dawn")
        yield replace(day_talk(rules, 1), facts=shown_facts(rules, state))
        if rules.file.day.vote != "none":
            yield Perform(vote_show(rules.file), "vote")
        if (yield from goes_on()):
            return StepResult(state, (_DealtDay(),))
        return StepResult(state, tuple(map(StageStep, _told_one_by_one(tuple(story_facts(rules, state))))))


def _told_one_by_one(facts: Sequence[Fact]) -> Iterator[Tell]:
    """Yield a page for each fact, which says how many there are. Holding START leads to the end of them."""
    for number, fact in enumerate(facts, 1):
        place = Joined((Number(number), Number(len(facts))), "/")
        yield Tell(TABLE, (fact,), skip=True, foot=Joined((place, Word("day.next")), "  "))
