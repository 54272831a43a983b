"""Lead a moderator through a game in a file: who holds what, the calls of each night, and after them the morning and
the day that all games of many nights have."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.games.engine.dealt_facts import night_of
from nightcrier.box.games.engine.evening import NarratedRules, nightfall_show
from nightcrier.box.games.engine.hosted.dealing import ALL_DEALT, CardOrder, ShuffledCards
from nightcrier.box.games.engine.hosted.host_steps import HostTell, host_show, host_word
from nightcrier.box.games.engine.hosted.led_calls import led_call
from nightcrier.box.games.engine.hosted.placing import PlaceRest
from nightcrier.box.games.engine.line_ids import mark_of, role_of
from nightcrier.box.games.engine.referee.standing import Standing, begin_standing, lay_table
from nightcrier.box.games.engine.village import Village, begin_village, fall_of_night
from nightcrier.box.games.engine.village_course import Morning
from nightcrier.box.show.agenda import AgendaGame, AgendaStep, SilentStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, SeatMark
from nightcrier.kernel.chance import SeededChance, derive_seed

DEALINGS = ("stacked", "entered", "unknown")
"""How the box comes to know who has which card: it draws, the moderator enters it, or it does not."""


class LedFileRules(NarratedRules, frozen=True):
    """The rules of a game in a file that a moderator leads."""

    led: bool = True

    @property
    def seats(self) -> range:
        return range(1, self.players + 1)

    def role_fact(self, role: str) -> Fact:
        return RoleName(role_of(self.file.id, role))

    def unplaced(self, village: Village) -> tuple[str, ...]:
        return tuple((Counter(self.deck) - Counter(village.placed.values())).elements())

    def place(self, village: Village, placed: Mapping[int, str]) -> Village:
        """Return the village with the roles of known seats. The other cards lie at any seats for now."""
        spare = iter((Counter(self.deck) - Counter(placed.values())).elements())
        roles = [placed[seat] if seat in placed else next(spare) for seat in self.seats]
        state = begin_standing(lay_table(self.file, roles, switches=self.switches))
        return replace(village, placed=placed, dusk=state, state=state)


_Step: TypeAlias = AgendaStep[LedFileRules, Village]


class LedGame(AgendaGame[LedFileRules, Village], frozen=True):
    """A game under way that a moderator leads."""

    def sheet(self) -> tuple[Fact, ...]:
        """Return the rows of the moderator's sheet: each known seat, with its role and its marks of now."""
        village = self.state
        state = night_of(village).state if village.number and village.morning is None else village.state
        return tuple(_row(self.rules, state, seat) for seat in sorted(village.placed))


def _row(rules: LedFileRules, state: Standing, seat: int) -> Fact:
    marks = Joined(tuple(_marks(rules, state, seat)))
    return host_word("sheet", n=SeatMark(seat), role=rules.role_fact(state.cards[seat]), marks=marks)


def _marks(rules: LedFileRules, state: Standing, seat: int) -> Iterator[Fact]:
    yield from (RoleName(mark_of(rules.file.id, mark)) for mark in sorted(state.marks[seat]))
    if seat in state.out:
        yield host_word("mark.out")


def begin_led(rules: NarratedRules, dealing: str, seed: int) -> LedGame:
    """Return the game at its first stage. The box draws who gets which card, or people deal."""
    known = LedFileRules(rules.file, rules.players, rules.deck, rules.switches, rules.pace, seed)
    village, told = begin_village(lay_table(rules.file, rules.deck, switches=rules.switches)), list[_Step]()
    if dealing == "stacked":
        cards = SeededChance(derive_seed(seed, "deal")).shuffle(rules.deck)
        village, told = known.place(village, dict(enumerate(cards, 1))), [CardOrder()]
    else:
        told = [ShuffledCards(dealing)]
    return at_first_stage(LedGame(known, village, (*told, ALL_DEALT, _Night()), keeps_secrets=True))


class _Night(SilentStep, frozen=True):
    """The step that adds a night, its morning and its day. After this step earlier steps can no longer be undone."""

    def result(self, rules: LedFileRules, village: Village, picks: Picks) -> StepResult[Village]:
        fallen = fall_of_night(village)
        calls = (step for call in rules.calls(fallen.number) for step in led_call(rules, call))
        shut = HostTell((host_word("night", n=Number(fallen.number)),))
        rest = (PlaceRest(),) if fallen.number == 1 else ()
        steps = (host_show(nightfall_show(rules.file)), shut, *calls, *rest, Morning(), _Night())
        return StepResult(fallen, steps, settles=True)
