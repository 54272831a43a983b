"""Contains the stages that a game under way hands to the table one at a time, and the secret turns in the windows of a
show. The table answers each stage, and knows nothing of roles."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from nightcrier.box.show.answers import BACK, MENU, SKIP, Answer, Option, Picks, ResultPart, ResultPicture, all_values
from nightcrier.box.show.cues import Bed, Say, Show
from nightcrier.box.show.facts import Fact, Word, seats_word
from nightcrier.box.show.tale import Told
from nightcrier.kernel.ids import LineId, Seconds, seats_say

LONGEST_LOOK: Seconds = 8.0
"""The longest time that a held dial shows a card. Otherwise a forgotten hand would leave the card visible."""


class Prompt(Struct, frozen=True):
    """The options that a seat has now, and the facts that it may see while it holds the dial.

    `confirm` is the value that a press chooses after the seat has looked, if the seat has nothing to choose. If the
    prompt is `final`, BACK undoes no earlier choice, because undoing would reveal who can choose. `again` is added to
    the remaining choices when a call is repeated, in a game in which everybody must press equally often. The first
    detent in either direction shows the option number `start`. A game draws `start` at random, because others may count
    the clicks of the dial. After `look` seconds the glass goes dark, though the dial is still held."""

    options: tuple[Option, ...] = ()
    seen: tuple[Fact, ...] = ()
    confirm: str = ""
    start: int = 0
    final: bool = False
    again: str = ""
    look: Seconds = LONGEST_LOOK


class Secret(Protocol):
    """A secret turn in a window of a show, for one seat or for several seats that look together. A turn without seats
    belongs to nobody, but nobody can tell.

    The turn lasts exactly as long as its window. What is seen or chosen in the turn must not change anything else that
    people could notice."""

    @property
    def seats(self) -> tuple[int, ...]: ...

    def prompt(self, row: Picks) -> Prompt:
        """Return the prompt for the choices made so far."""
        ...

    def hint(self, row: Picks, looked: bool) -> Fact:
        """Return the text that everybody may read below the name of the turn."""
        ...

    def may_pass(self, row: Picks, looked: bool) -> bool:
        """Say whether the turn may end now. Otherwise the role is called again."""
        ...


class Perform(Struct, frozen=True, tag="perform"):
    """A show to perform to its end. `page` names the page that the screen shows meanwhile: deal, night or vote.

    `acts` are the secret turns in its windows, by the name of the window; at least the next turn is known. Each turn is
    answered when its window is over. The game stays at this stage until the show ends."""

    show: Show
    page: str = "night"
    acts: Mapping[str, Secret] = {}
    back: bool = False  # BACK cuts it and answers `BACK`, instead of saying the call again
    held: str = ""  # holding the dial cuts it and answers this
    started: str = ""  # START cuts it and answers this
    skipped: str = ""  # what it answers at its end where every window was skipped: nobody did what it called for
    still: bool = False  # nothing else that hands do is heard or seen: somebody might be asked something meanwhile
    clock: str = ""  # this clock of a discussion before cuts it at zero
    floor: "Floor | None" = None  # it calls up who speaks alone next
    shut: tuple[LineId, ...] = ()  # shuts all eyes again, which a long pause or a power cut has opened


class Peek(Struct, frozen=True):
    """A fact that one seat alone may look at during the day, while it holds the dial."""

    who: int
    label: Fact
    seen: tuple[Fact, ...]


class Floor(Struct, frozen=True):
    """The seats that speak one after the other in a talk, and the position of the present speaker in this row."""

    row: tuple[int, ...]
    at: int = 0

    @property
    def seat(self) -> int:
        return self.row[self.at]


class Count(Struct, frozen=True, tag="count"):
    """A discussion of this many seconds, or without an end (None). The answer is `TIME_UP` or `TALK_OVER`, or also
    `FLOOR_BACK` if a seat has the floor. `warnings` are pairs of the seconds left and a line; the pair with the most
    seconds comes first. The remark `HALF_WAY` is skipped if it could disturb people.

    If `clock` is not empty, the clock keeps running in the stages after the discussion. A later Count with the same
    `clock` continues that clock. Any other stage with this `clock` is cut at zero, and answers `TIME_UP`."""

    seconds: Seconds | None
    warnings: tuple[tuple[Seconds, LineId], ...] = ()
    explain: tuple[LineId, ...] = ()  # said on request
    named: tuple[LineId, ...] = ()  # what this talk is for, said before the time where pages are read aloud
    last: Seconds = 10.0  # from here on the seconds tick
    facts: tuple[Fact, ...] = ()  # what everybody may see, shown with the deck
    peeks: tuple[Peek, ...] = ()
    clock: str = ""
    foot: str = "key.vote"  # what START leads to, at the foot
    floor: Floor | None = None  # one speaks alone: named on the glass and in the warnings


HALF_WAY = LineId("day.half")


def half_way(seconds: Seconds) -> tuple[tuple[Seconds, LineId], ...]:
    """Return the remark halfway through a talk of this length, or nothing if it is shorter than three minutes."""
    return ((seconds / 2, HALF_WAY),) if seconds >= 180 else ()


class Ask(Struct, frozen=True, tag="ask"):
    """A question. The answer is the value of the chosen option, or all chosen values if several may be chosen
    (`marks`).

    A question to one seat alone or to the `HOST` is only shown on the glass, and never written into a log or a
    record."""

    who: int
    question: Fact
    choices: tuple[Option, ...]
    start: int = 0  # the choice that stands first on the screen
    lines: tuple[LineId, ...] = ()
    back: bool = False  # BACK answers `BACK`: the game goes back a step
    marks: "Marks | None" = None
    night: Bed | None = None  # people sit with their eyes shut: this bed goes on, and the screen glows faintly
    held: str = ""  # what holding the dial answers, at any moment
    timed: bool = False  # how long it stood is the last value of the answer: see `answer_with_time`
    foot: Fact | None = None  # what else there is to know, below the answer
    signal: str = ""  # sounds as it comes up, where nothing is said
    pulse: "Pulse | None" = None  # sounds while it stands
    of_result: bool = False  # people have voted, and only say how it ended: they may answer it on a phone, too
    part: ResultPart | None = None  # the part of the result that is asked
    picture: ResultPicture | None = None  # the picture in which the whole result can be entered
    clock: str = ""  # as of a `Perform`
    lasts: bool = False  # its answer holds for the evening: later games find it in their `Setup`


class Pulse(Struct, frozen=True):
    """A signal that speeds up: every `slow` seconds at first, and after `within` seconds every `quick` seconds."""

    signal: str
    slow: Seconds
    quick: Seconds
    within: Seconds

    def next_beat(self, since: float, now: float) -> float:
        """Return the time of the next signal after `now`. The stage began at `since`."""
        at = since
        while at <= now:
            share = min(1.0, (at - since) / self.within)
            at += self.slow - share * (self.slow - self.quick)
        return at


class Marks(Struct, frozen=True):
    """How many options may be chosen, and the values chosen at first. If `least` is 0, an option with the value
    `NONE_OF_THEM` means that nothing is chosen. Otherwise the answer needs at least one value."""

    least: int
    most: int
    first: Picks = ()


class Checklist(Struct, frozen=True):
    """Says how the facts of a stage are called out one by one, with at least `pace` seconds between them, so that hands
    can keep up. A press ticks a fact off. The lines `after` are said after the last fact."""

    after: tuple[LineId, ...] = ()
    pace: Seconds = 2.5


class Tell(Struct, frozen=True, tag="tell"):
    """Facts to read. Facts for one seat are on the glass only while the dial is held; facts for the `HOST` are on the
    glass all the time. Neither is ever written into a log or a record."""

    who: int
    facts: tuple[Fact, ...]
    lines: tuple[LineId, ...] = ()
    back: bool = False  # BACK answers `BACK`: the game goes back a step
    skip: bool = False  # holding START answers `SKIP`: who knows all this goes on to the end of it
    night: Bed | None = None  # as of an `Ask`
    timed: bool = False  # as of an `Ask`
    held: str = ""  # what holding the dial answers, where it is told to the table or the host
    title: Fact | None = None  # stands above each of the facts
    by_one: bool = False  # START goes on fact by fact: none may be missed
    checklist: Checklist | None = None  # the facts are things to fetch; for the whole table
    lays: bool = False  # a step of laying out: where it ends here, nobody knows what lies there
    clock: str = ""  # as of a `Perform`


class Verdict(Struct, frozen=True, tag="verdict"):
    """The end of a game: who is dead, the points of each seat, and why, team by team."""

    dead: tuple[int, ...]
    points: tuple[int, ...]  # by seat: nothing to who lost, at least one to who won; none where only people judge
    facts: tuple[Fact, ...] = ()
    lines: tuple[LineId, ...] = ()
    tale: tuple[Told, ...] = ()  # how it came to this, told on request
    sheet: "SheetTable | None" = None  # kept in a file
    back: bool = False  # BACK answers `BACK`: what was entered last was wrong, and is mended before it is judged anew
    sting: str = ""  # the signal of who has won, heard to its end before the first word

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, points in enumerate(self.points, 1) if points)


def winners_stage(winners: tuple[int, ...], players: int) -> Verdict:
    """Return the verdict for a game in which people enter who has won. Each winning seat gets one point."""
    said = seats_say(winners, "verdict.winners", nobody := LineId("verdict.nobody"))
    won = seats_word("verdict.winners", winners, said) if winners else Word(nobody)
    return Verdict((), tuple(int(seat in winners) for seat in range(1, players + 1)), (won,), said)


class SheetTable(Struct, frozen=True):
    """The sheet of a game as a table, with a row for each seat. The box later adds a first column with names, because
    the game does not know the people."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


VILLAGE_WON, WOLVES_WON, LONE_WON = "village-won", "wolves-won", "lone-won"
"""The short pieces of music before a verdict: for the village, for its enemies, and for somebody who wins alone."""
STINGS = (VILLAGE_WON, WOLVES_WON, LONE_WON)
THEME = {"nightfall", "dawn", *STINGS}  # the colors of the motif in a game
TABLE, HOST = 0, -1
"""The values of `who` that are not a seat: the whole table, or the host, who looks at the glass."""

Stage: TypeAlias = Perform | Count | Ask | Tell | Verdict


def stage_lines(stage: Stage) -> tuple[LineId, ...]:
    """Return all lines that a stage says, including those said only on request."""
    match stage:
        case Perform(show):
            return tuple(line for cue in show if isinstance(cue, Say) for line in cue.lines)
        case Count():
            return (*stage.named, *(line for _, line in stage.warnings), *stage.explain)
        case Ask() | Tell():
            return stage.lines
        case Verdict():
            return (*stage.lines, *(line for told in stage.tale for line in (*told.head.said, *told.fact.said)))


def night_bed(stage: Stage) -> Bed | None:
    """Return the bed under a question or a text if people have their eyes shut meanwhile, or otherwise None."""
    return stage.night if isinstance(stage, Ask | Tell) else None


NIGHT_PAGE = "night"
"""The name of the page for a show that people hear with their eyes shut."""


def in_the_dark(stage: Stage) -> bool:
    """Say whether people have their eyes shut during a stage."""
    return stage.page == NIGHT_PAGE if isinstance(stage, Perform) else night_bed(stage) is not None


def answer_with_time(stage: Stage, answer: Answer, seconds: Seconds) -> Answer:
    """Return the answer. If the stage is `timed`, add the seconds for which it was shown, with one decimal."""
    if not isinstance(stage, Ask | Tell) or not stage.timed or answer in {BACK, SKIP, MENU}:
        return answer
    return (*all_values(answer), f"{max(0.0, seconds):.1f}")
