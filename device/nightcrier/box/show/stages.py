"""Has the stages that a game under way hands to the table, one at a time, and the secret turns on the windows of a
show. The table gives an answer to each, and knows no roles."""

from collections.abc import Mapping
from typing import Protocol, TypeAlias

from msgspec import Struct

from nightcrier.box.show.answers import BACK, SKIP, Answer, Option, Picks, ResultPart, ResultPicture, all_values
from nightcrier.box.show.cues import Bed, Show
from nightcrier.box.show.facts import Fact
from nightcrier.kernel.ids import LineId, Seconds


class Prompt(Struct, frozen=True):
    """The choices of a seat now, and what it may see while it holds the dial.

    `confirm` is chosen by a press once the seat has looked, where there is nothing to choose from. Where it is `final`,
    BACK takes back nothing of what was chosen before: who may not think again could be told from who may. `again` is
    put behind what stays chosen when the call is said again, for a game that then asks all for as many presses.
    The first detent, to whichever side, brings up the option number `start`. Others may hear the dial click: a game
    draws where to start, so that the number of clicks tells nothing."""

    options: tuple[Option, ...] = ()
    seen: tuple[Fact, ...] = ()
    confirm: str = ""
    start: int = 0
    final: bool = False
    again: str = ""


class Secret(Protocol):
    """The turn of a seat, or of several that lean in together, while a window of a show is open. No seat at all is
    nobody's turn, which nobody can tell.

    Its length is the window's. Whatever is seen or chosen in it, nothing else may depend on it."""

    @property
    def seats(self) -> tuple[int, ...]: ...

    def prompt(self, row: Picks) -> Prompt:
        """Return the prompt that follows from what was chosen so far."""
        ...

    def hint(self, row: Picks, looked: bool) -> Fact:
        """Return what everybody may read below the name of the turn."""
        ...

    def may_pass(self, row: Picks, looked: bool) -> bool:
        """Whether the turn may pass; otherwise it comes again."""
        ...


class Perform(Struct, frozen=True, tag="perform"):
    """Play a show to its end. `page` says which page stands on the screen meanwhile: deal, night or vote.

    `acts` are the secret turns that hang on its windows, by name, at least the next one. When such a window is over,
    the row of what was chosen is answered; the game then stays on this show until it is played."""

    show: Show
    page: str = "night"
    acts: Mapping[str, Secret] = {}
    back: bool = False  # BACK cuts it and answers `BACK`, instead of saying the call again
    held: str = ""  # holding the dial cuts it and answers this
    skipped: str = ""  # what it answers at its end where every window was skipped: nobody did what it called for
    still: bool = False  # nothing else that hands do is heard or seen: somebody might be asked something meanwhile


class Peek(Struct, frozen=True):
    """A fact that one seat alone may look at during the day, while it holds the dial."""

    who: int
    label: Fact
    seen: tuple[Fact, ...]


class Count(Struct, frozen=True, tag="count"):
    """Let people talk for so long, or for as long as they like (None): the answer is `TIME_UP` or `TALK_OVER`.
    `warnings` are (seconds left, line), the longest first.

    A `clock` with a name goes on in the stages after this one; a later Count of that name takes it up as it stands, or
    only `checks` it: it answers at once whether there is time left on it, and lets it run."""

    seconds: Seconds | None
    warnings: tuple[tuple[Seconds, LineId], ...] = ()
    explain: tuple[LineId, ...] = ()  # said on request
    last: Seconds = 10.0  # from here on the seconds tick
    facts: tuple[Fact, ...] = ()  # what everybody may see, shown with the deck
    peeks: tuple[Peek, ...] = ()
    clock: str = ""
    checks: bool = False
    foot: str = "day.hint"  # the word at the foot: what START leads to


class Ask(Struct, frozen=True, tag="ask"):
    """One question. The answer is the value of the option that was chosen; all that were marked, where several may be
    (`marks`).

    What only one seat, or the `HOST`, is asked stands on the glass alone, and in no log and no record."""

    who: int
    question: Fact
    choices: tuple[Option, ...]
    start: int = 0  # the choice that stands first on the screen
    lines: tuple[LineId, ...] = ()
    back: bool = False  # BACK answers `BACK`: the game goes back a step
    marks: "Marks | None" = None
    listed: bool = False  # all answers stand on the page, one below the other: few, and each in a row
    night: Bed | None = None  # people sit with their eyes shut: this bed goes on, and the screen glows faintly
    held: str = ""  # what holding the dial answers, at any moment
    timed: bool = False  # how long it stood is the last value of the answer: see `answer_with_time`
    foot: Fact | None = None  # what else there is to know, at the foot
    turned_foot: Fact | None = None  # what stands there instead under every answer but the first shown
    signal: str = ""  # sounds as it comes up, where nothing is said
    pulse: "Pulse | None" = None  # sounds while it stands
    says_start: bool = False  # the foot says what START gives
    of_result: bool = False  # people have voted, and only say how it ended: they may answer it on a phone, too
    part: ResultPart | None = None  # what of the picture of the result it asks
    picture: ResultPicture | None = None  # in which all of the result can be entered at once


class Pulse(Struct, frozen=True):
    """A signal that comes again and again, at first after `slow` seconds, ever sooner until after `within` seconds it
    comes every `quick` ones."""

    signal: str
    slow: Seconds
    quick: Seconds
    within: Seconds

    def next_beat(self, since: float, now: float) -> float:
        """The first one after now, of a stage that stands since then."""
        at = since
        while at <= now:
            share = min(1.0, (at - since) / self.within)
            at += self.slow - share * (self.slow - self.quick)
        return at


class Marks(Struct, frozen=True):
    """The number of options that may be marked, and the values of those that are marked at first. If none at all may be
    marked, an option of the value `NONE_OF_THEM` says so: nothing marked is no answer elsewhere."""

    least: int
    most: int
    first: Picks = ()


class Tell(Struct, frozen=True, tag="tell"):
    """Facts to read. What only one seat is told stands on the glass while the dial is held; what only the `HOST` is
    told, all the time; neither in any log or record."""

    who: int
    facts: tuple[Fact, ...]
    lines: tuple[LineId, ...] = ()
    back: bool = False  # BACK answers `BACK`: the game goes back a step
    skip: bool = False  # holding START answers `SKIP`: who knows all this goes on to the end of it
    night: Bed | None = None  # as of an `Ask`
    timed: bool = False  # as of an `Ask`
    held: str = ""  # what holding the dial answers, where it is told to the table or the host
    title: Fact | None = None  # stands above each of the facts
    foot: Fact | None = None  # what START leads to, at the foot
    by_one: bool = False  # START goes on fact by fact: none may be missed
    lays: bool = False  # a step of laying out: where it ends here, nobody knows what lies there
    picture: ResultPicture | None = None  # as of an `Ask` of a result: whoever goes on there passes this


class Verdict(Struct, frozen=True, tag="verdict"):
    """The end of a game: who is dead, what it was worth to each seat, and why, team by team."""

    dead: tuple[int, ...]
    points: tuple[int, ...]  # by seat: nothing to who lost, at least one to who won
    facts: tuple[Fact, ...] = ()
    lines: tuple[LineId, ...] = ()
    story: tuple[LineId, ...] = ()  # how it came to this, told on request
    sheet: "CourseTable | None" = None  # kept in a file
    back: bool = False  # BACK answers `BACK`: what was entered last was wrong, and is mended before it is judged anew
    sting: str = ""  # the signal of who has won, heard to its end before the first word

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won."""
        return tuple(seat for seat, points in enumerate(self.points, 1) if points)


class CourseTable(Struct, frozen=True):
    """The course of a game as a table, a row for each seat. Before its columns stands who sits there, which the game
    does not know."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


VILLAGE_WON, WOLVES_WON, LONE_WON = "village-won", "wolves-won", "lone-won"
"""Stings of a verdict: of the village, of those who hunt it, of one who wins alone."""
STINGS = (VILLAGE_WON, WOLVES_WON, LONE_WON)
TABLE, HOST = 0, -1
"""Who is asked or told: the whole table, or whoever leads the game and has the glass before him; else a seat."""

Stage: TypeAlias = Perform | Count | Ask | Tell | Verdict


def night_bed(stage: Stage) -> Bed | None:
    """The bed of a question, or of something to read, for which eyes stay shut."""
    return stage.night if isinstance(stage, Ask | Tell) else None


def answer_with_time(stage: Stage, answer: Answer, seconds: Seconds) -> Answer:
    """The answer with how long the stage stood, to a tenth of a second, where the game wants to know it."""
    if not isinstance(stage, Ask | Tell) or not stage.timed or answer in {BACK, SKIP}:
        return answer
    return (*all_values(answer), f"{max(0.0, seconds):.1f}")
