"""Asks the moderator, shows him facts, and records how long he takes: the steps that all games with a moderator share.
From these times a credible wait is drawn for a role that nobody has. It is the sum of what he would do: enter an
answer, read a fact, let people meet. Each part is a random time that he needed before for this kind of work, with a
small random change. If he has no time of this kind yet, times of another kind or usual times are used."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.agenda import StageStep, StepResult
from nightcrier.box.show.answers import Option, Picks, one_value
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import CHOSEN, Bed, Show, Window
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Perform, Stage, Tell
from nightcrier.kernel.chance import Chance, SeededChance, derive_seed
from nightcrier.kernel.ids import LineId, Seconds

BESIDE = " · "
"""The separator of two facts that are shown side by side."""
NIGHT_BED = Bed(CHOSEN)
ASKED, TOLD, FOLLOWS, MEETS, LOOKED = "asked", "told", "follows", "meets", "looked"
"""The kinds of work that a moderator has in a call, in this order. He enters an answer, reads an answer for a player,
or does what a free choice requires, perhaps nothing. He lets people meet, or he looks for the role of a seat."""


def house_word(name: str, said: tuple[LineId, ...] = (), /, **fillings: Fact) -> Word:
    """Return a word that all games share. `said` holds the lines that are spoken instead of the word."""
    return Word(f"house.{name}", fillings, said)


def house_line(name: str) -> LineId:
    return LineId(f"house.{name}")


class CallTime(Struct, frozen=True):
    """The time that the moderator needed for one kind of work in a call."""

    kind: str
    seconds: Seconds


class LedState(Struct, frozen=True, kw_only=True):
    """The state that every game with a moderator keeps: the roles of known seats, the times that the moderator needed,
    the number of the night, counted from 1, and the choices of tonight so far."""

    placed: Mapping[int, str] = {}
    times: tuple[CallTime, ...] = ()
    number: int = 0
    night: tuple[object, ...] = ()


Led = TypeVar("Led", bound=LedState)


class LedRules(Protocol[Led]):
    """Says what the shared steps need to know about a game. `seats` are all seats, as this game counts them."""

    @property
    def seed(self) -> int: ...

    @property
    def seats(self) -> range: ...

    def role_fact(self, role: str, /) -> Fact: ...

    def unplaced(self, village: Led, /) -> tuple[str, ...]:
        """Return the roles in play whose seats are not known yet."""
        ...

    def place(self, village: Led, placed: Mapping[int, str], /) -> Led: ...


def seat_mark(seats: range, seat: int) -> SeatMark:
    return SeatMark(seats.index(seat) + 1)


def take_time(village: Led, picks: Picks, kind: str = ASKED) -> tuple[Led, Picks]:
    """Record how long an answer took. Return the village with this time, and the answer without the time."""
    *values, seconds = picks
    return replace(village, times=(*village.times, CallTime(kind, float(seconds)))), tuple(values)


def nothing_follows(village: Led) -> Led:
    """Record that the moderator had nothing to do after a choice."""
    return replace(village, times=(*village.times, CallTime(FOLLOWS, 0.0)))


def draw_led(seed: int, village: LedState, what: str) -> SeededChance:
    """Return the source of chance for a draw in a night. Every answer and every choice changes it, so that no two
    questions begin alike, and no wait is exactly as long as the one before."""
    past = f"{village.number} {len(village.times)} {len(village.night)}"
    return SeededChance(derive_seed(seed, f"{what} {past}"))


def ask_host(seed: int, village: LedState, what: str, question: Fact, options: Sequence[Option], held: str = "") -> Ask:
    """Return a question to the moderator. The dial starts at a random answer, so its clicks reveal nothing."""
    start = draw_led(seed, village, what).below(len(options))
    return Ask(
        HOST, question, tuple(options), start, night=NIGHT_BED if village.number else None, timed=True, held=held
    )


class HostTell(Struct, frozen=True):
    """The step that shows facts to the moderator until he presses START. A step with a `bed` belongs to the night. If
    `kind` is given, the time that he takes is recorded under this kind."""

    facts: tuple[Fact, ...]
    kind: str = ""
    bed: Bed | None = NIGHT_BED

    def stage(self, rules: object, village: object) -> Stage:
        return Tell(HOST, (Joined(self.facts, BESIDE),), night=self.bed, timed=True)

    def result(self, rules: object, village: Led, picks: Picks) -> StepResult[Led]:
        return StepResult(take_time(village, picks, self.kind)[0] if self.kind else village)


def host_show(show: Show, page: str = "night", *, still: bool = False) -> StageStep:
    """Return the step that performs a show. BACK returns from it to the last answer, if that can still be undone."""
    return StageStep(Perform(show, page, back=True, still=still))


def goes_on(who: int = TABLE) -> AskingRow[bool]:
    ways = Option("on", house_word("goes-on")), Option("over", house_word("is-over"))
    return one_value((yield Ask(who, house_word("ask.over"), ways))) == "on"


def ask_hands(who: int, number: int, most: int, start: int = 0, held: str = "", lines: tuple[LineId, ...] = ()) -> Ask:
    """Return the question of how many hands are raised for a seat. In a secret vote the dial starts at a random number,
    because everybody hears the detents. The `lines` are spoken while the answer can already be given, so nobody waits
    for them."""
    return Ask(who, house_word("ask.hands", n=SeatMark(number)), _numbers(most), start, lines, held=held)


@cache
def _numbers(most: int) -> tuple[Option, ...]:
    return tuple(Option(str(count), Number(count)) for count in range(most + 1))


USUAL: dict[str, Seconds] = {ASKED: 6.0, TOLD: 3.0, FOLLOWS: 3.0, MEETS: 6.0, LOOKED: 9.0}
_LEAST_WAIT: Seconds = 0.5
"""The length of the shortest wait, because no moderator is faster."""
_RECENT = 8
"""The number of latest times of a kind that are used, about as many as one night gives. Older times would make a wait
too long, because people become faster during an evening."""
_GRAIN, _SPREAD = 1000, 0.05
"""The number of steps and the size of the random change of each wait, so that no two waits are exactly equal."""


def draw_waits(times: tuple[CallTime, ...], kinds: Iterable[str], chance: Chance) -> Seconds:
    """Return a random wait for the work of a whole call."""
    return max(_LEAST_WAIT, sum(draw_wait(times, kind, chance) for kind in kinds))


def wait_window(seconds: Seconds) -> Window:
    """Return the window of a wait. After half of the time, START may end the wait, like an answer."""
    return Window("call", seconds, seconds / 2)


def draw_wait(times: tuple[CallTime, ...], kind: str, chance: Chance) -> Seconds:
    """Return a random time from the moderator's times of a kind, with a small change."""
    own = [time.seconds for time in times if time.kind == kind][-_RECENT:]
    others = [time.seconds * USUAL[kind] / USUAL[time.kind] for time in times if time.seconds]
    length = chance.pick(own or others or [USUAL[kind]])
    return length * (1 + _SPREAD * (2 * chance.below(_GRAIN) / _GRAIN - 1))
