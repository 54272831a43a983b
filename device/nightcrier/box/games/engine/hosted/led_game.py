"""Leads a moderator through a game in a file: who has which card, the calls of each night, and then the morning and the
day that all games of many nights have."""

from collections.abc import Iterator
from typing import Self

from msgspec.structs import replace

from nightcrier.box.games.engine.day_course import MorningComes
from nightcrier.box.games.engine.hosted.dealing import ALL_DEALT, CardOrder, ShuffledCards
from nightcrier.box.games.engine.hosted.host_steps import HostTell, host_show, house_line, house_word
from nightcrier.box.games.engine.hosted.led_calls import LedFileRules, LedStep, led_call, step_without
from nightcrier.box.games.engine.hosted.placing import PlaceRest
from nightcrier.box.games.engine.narrated import NarratedRules, call_title, nightfall_show
from nightcrier.box.games.engine.referee.standing import Standing, lay_table
from nightcrier.box.games.engine.seat_pages import night_of
from nightcrier.box.games.engine.village import Village, VillageGame, begin_village, fall_of_night
from nightcrier.box.show.agenda import SilentStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, Word
from nightcrier.kernel.chance import SeededChance, derive_seed


class LedGame(VillageGame[LedFileRules], frozen=True):
    @property
    def is_led(self) -> bool:
        return True

    def without(self, seat: int) -> Self:
        steps = tuple(step_without(self.rules, self.state, step, seat + 1) for step in self.steps)
        return super(LedGame, replace(self, steps=steps)).without(seat)

    def sheet(self) -> tuple[Fact, ...]:
        """Return the rows of the moderator's sheet: each known seat, with its role and its present marks."""
        village = self.state
        state = night_of(village).state if village.number and village.night_news is None else village.state
        return tuple(_row(self.rules, state, seat) for seat in sorted(village.placed))


def _row(rules: LedFileRules, state: Standing, seat: int) -> Fact:
    marks = Joined(tuple(_marks(rules, state, seat)))
    return house_word("sheet", n=SeatMark(seat), role=rules.role_fact(state.cards[seat]), marks=marks)


def _marks(rules: LedFileRules, state: Standing, seat: int) -> Iterator[Fact]:
    yield from (rules.named("mark", mark) for mark in sorted(state.marks[seat]))
    for call in rules.file.calls:
        if call.do.uses and state.uses.get((seat, call.do.shares or call.id), 0) >= call.do.uses:
            yield house_word("mark.used", what=call_title(rules.file, call))
    if seat in state.powerless:
        yield house_word("mark.powerless")
    if seat in state.out:
        yield house_word("mark.out")


def begin_led(rules: NarratedRules, dealing: str, seed: int) -> LedGame:
    """Return the game at its first stage. Either the box draws who gets which card, or people deal."""
    known = LedFileRules(rules.file, rules.players, rules.deck, rules.switches, rules.pace, seed)
    village, told = begin_village(lay_table(rules.file, rules.deck, switches=rules.switches)), list[LedStep]()
    if dealing == "stacked":
        cards = SeededChance(derive_seed(seed, "deal")).shuffle(rules.deck)
        welcome = (Call(Word(f"game.{rules.file.id}")), *say_lines(house_line("deal.stacked")))
        village, told = known.place(village, dict(enumerate(cards, 1))), [host_show(welcome, "deal"), CardOrder()]
    else:
        told = [ShuffledCards(dealing)]
    return at_first_stage(LedGame(known, village, (*told, ALL_DEALT, _Night()), keeps_secrets=True))


class _Night(SilentStep, frozen=True):
    """The step that adds a night, its morning and its day. Steps before this one can no longer be undone."""

    def result(self, rules: LedFileRules, village: Village, picks: Picks) -> StepResult[Village]:
        fallen = fall_of_night(village)
        calls = (step for call in rules.calls(fallen.number) for step in led_call(rules, call, fallen.number))
        shut = HostTell((house_word("night", n=Number(fallen.number)),))
        rest = (PlaceRest(),) if fallen.number == 1 else ()
        steps = (host_show(nightfall_show(rules.file)), shut, *calls, *rest, MorningComes(), _Night())
        return StepResult(fallen, steps, settles=True)
