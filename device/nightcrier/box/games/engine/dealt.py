"""Deals a game without cards, and leads through its nights. Seat after seat comes to the box and holds the dial, so
nobody has to open or shut the eyes.

In each pass of a night every seat in play chooses equally often and in equal time, and in the last one all read what
the night was to them. Nights in which nobody chooses anything have this last pass alone. A game of one night goes on
here, and one of many in `village_course`."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.dealt_choices import (
    MOST_PRESSES,
    Pass,
    choosing_passes,
    choosing_turn,
    press_count,
    turns_in,
    with_choices,
)
from nightcrier.box.games.engine.dealt_facts import (
    choosing_page,
    page_count,
    read_pages,
    shown_facts,
    story_facts,
    with_dial,
)
from nightcrier.box.games.engine.evening import NarratedRules, day_talk, goes_on, own_line, vote_show
from nightcrier.box.games.engine.model import GameFile
from nightcrier.box.games.engine.referee.standing import lay_table
from nightcrier.box.games.engine.secret_turns import SeatTurn, SecretRound, seats_called, under_bed
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.games.engine.village import Village, VillageGame, begin_village, fall_of_night, seats_asked
from nightcrier.box.show.agenda import AgendaStep, RowStep, SilentStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Show, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, Word
from nightcrier.box.show.stages import TABLE, Perform, Tell
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId, Seconds

_DEALING, _TURN = LineId("deal.open"), LineId("deal.turn")
_CHOOSING, _READING = LineId("deal.choosing"), LineId("wherewolf.box.spies")
_FACE_UP = LineId("deal.dawn")
_FIRST_PRESS, _FURTHER_PRESS, _FIRST_PAGE, _FURTHER_PAGE = 22.0, 8.0, 10.0, 7.0
_LOOK: Seconds = 5.0
"""How long a held dial shows a page. All are asked to hold it until then, because roles have more or less to read."""
_CALL: Seconds = 3.0
"""How long it usually takes to call a seat."""
_LEAST: Seconds = 8.0
"""The shortest turn of a seat that chooses. Turns of seats that only read have their whole time, because some have more
to read than others."""


def can_be_dealt(game: GameFile) -> bool:
    return not why_with_cards(game)


def why_with_cards(game: GameFile) -> str:
    """Return why this game is played with cards, or an empty text if the box can deal it."""
    if game.deal == "cards":
        return "its file does not let the box deal"
    choosing = [call for call in game.calls if VERBS[call.do.verb].chooses]
    presses = press_count(game, game.roles, choosing), sum(row.chooses is not None for row in game.deaths)
    is_much = max(presses) > MOST_PRESSES
    return "a role may choose more than a turn has room for, so the game is played with cards" if is_much else ""


def begin_dealt(rules: NarratedRules, seed: int) -> VillageGame[NarratedRules]:
    """Return the game at its first stage. All of it is secret, for the deal follows from the seed."""
    rules = replace(rules, seed=seed)
    cards = SeededChance(derive_seed(seed, "deal")).shuffle(rules.deck)
    roles, center = cards[: rules.players], cards[rules.players :]
    table = lay_table(rules.file, roles, switches=rules.switches, center=center)
    return at_first_stage(VillageGame(rules, begin_village(table), (NightFalls(),), keeps_secrets=True))


def usual_night(rules: NarratedRules) -> Seconds:
    """Return roughly how long a night takes, if seats press as soon as they may. It is a later night of many."""
    night = 2 if rules.file.many_nights else 1
    choosing = sum(_LEAST + _FURTHER_PRESS * (each.presses - 1) + _CALL for each in choosing_passes(rules, night))
    reading = _FIRST_PAGE + _FURTHER_PAGE * (page_count(rules, night) - 1) + _CALL
    return rules.paced(choosing + reading) * rules.players


class NightFalls(SilentStep, frozen=True):
    """The step that adds the rounds of the next night, and what comes after them. After this step earlier steps can no
    longer be undone."""

    def result(self, rules: NarratedRules, village: Village, picks: Picks) -> StepResult[Village]:
        fallen = fall_of_night(village)
        passes, deals = choosing_passes(rules, fallen.number), fallen.number == 1
        chosen = (SecretRound(_ChoosingRound(each, deals=deals and number == 0)) for number, each in enumerate(passes))
        read = SecretRound(_ReadingRound(page_count(rules, fallen.number), deals=deals and not passes))
        return StepResult(fallen, (*chosen, read, *_after_night(rules)), settles=True)


def _after_night(rules: NarratedRules) -> tuple[AgendaStep[NarratedRules, Village], ...]:
    if not rules.file.many_nights:
        return (_DealtDay(),)
    from nightcrier.box.games.engine.village_course import MorningComes

    return (MorningComes(), NightFalls())


class SeatsRound(Struct, frozen=True, kw_only=True):
    """A round in which every seat in play comes to the box. With `deals` it begins the game."""

    deals: bool = False
    page: str = "deal"

    def seats(self, rules: NarratedRules, village: Village) -> Sequence[int]:
        return [seat - 1 for seat in seats_asked(village, village.dusk)]

    def round_result(self, rules: NarratedRules, village: Village, rows: Sequence[Picks]) -> StepResult[Village]:
        return StepResult(village)


class _ChoosingRound(SeatsRound, frozen=True):
    """A pass in which all seats choose."""

    its: Pass

    def show(self, rules: NarratedRules, village: Village) -> Show:
        lines = (*((_DEALING,) if self.deals else ()), _CHOOSING)
        return choosing_show(rules, self.seats(rules, village), lines, self.its.presses)

    def turn(self, rules: NarratedRules, village: Village, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        turns = turns_in(village, self.its)
        page = choosing_page(rules, village, self.its, turns, seat + 1, rows)
        turn = choosing_turn(rules, village, self.its, turns, seat + 1)
        return replace(turn, seen=with_dial(page, turn.lists), look=rules.paced(_LOOK))

    def round_result(self, rules: NarratedRules, village: Village, rows: Sequence[Picks]) -> StepResult[Village]:
        return StepResult(with_choices(rules, village, self.its, rows))


class _ReadingRound(SeatsRound, frozen=True):
    """The last pass, in which all seats read so many pages."""

    pages: int

    def show(self, rules: NarratedRules, village: Village) -> Show:
        whole = rules.paced(_FIRST_PAGE + _FURTHER_PAGE * (self.pages - 1))
        return _called(self.seats(rules, village), (_DEALING if self.deals else _READING,), whole, None)

    def turn(self, rules: NarratedRules, village: Village, seat: int, rows: Sequence[Picks]) -> SeatTurn:
        first, *more = read_pages(rules, village, self.pages, seat + 1)
        look = rules.paced(_LOOK)
        return SeatTurn(seat, seen=first, more=tuple(more), until_read=True, final=True, look=look)


def choosing_show(rules: NarratedRules, seats: Sequence[int], lines: Sequence[LineId], presses: int) -> Show:
    """Return the show of a round in which these seats choose so often. It is equal for every deal."""
    whole = rules.paced(_FIRST_PRESS + _FURTHER_PRESS * (presses - 1))
    return _called(seats, lines, whole, rules.paced(_LEAST))


def _called(seats: Sequence[int], lines: Sequence[LineId], whole: Seconds, least: Seconds | None) -> Show:
    return (Call(RoleName("deal")), *say_lines(*lines), *under_bed(seats_called(seats, whole, least, _TURN)))


class _DealtDay(RowStep[NarratedRules, Village], frozen=True):
    """The talk and the vote after the only night, again until people say that the game is over. Then it is told who had
    which card, and what was done in the night."""

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[StepResult[Village]]:
        turned = any(call.do.verb == "turn" for call in rules.calls(1))
        if cues := (*own_line(rules.file, "day"), *(say_lines(_FACE_UP) if turned else ())):
            yield Perform((Call(RoleName("dawn")), *cues), "dawn")
        yield replace(day_talk(rules, 1), facts=shown_facts(rules, state))
        if rules.file.day.vote != "none":
            yield Perform(vote_show(rules.file), "vote")
        if (yield from goes_on()):
            return StepResult(state, (_DealtDay(),))
        return StepResult(state, tuple(told_one_by_one(tuple(story_facts(rules, state)))))


def told_one_by_one(facts: Sequence[Fact]) -> Iterator[StageStep]:
    """Yield a page for each fact, which says how many there are. Holding START leads to the end of them."""
    for number, fact in enumerate(facts, 1):
        place = Joined((Number(number), Number(len(facts))), "/")
        yield StageStep(Tell(TABLE, (fact,), skip=True, foot=Joined((place, Word("day.next")), "  ")))
