"""Deals a game of one night without cards. Seat after seat holds the dial and reads its role, its side and whom it
meets, in equal time, so nobody has to open or shut the eyes.

Only games in which nobody chooses anything at night are dealt in this way."""

from collections.abc import Iterator

from msgspec import Struct

from nightcrier.box.games.engine.calls import meant_roles
from nightcrier.box.games.engine.evening import (
    Narrated,
    NarratedRules,
    day_talk,
    goes_on,
    met_title,
    own_line,
    vote_show,
)
from nightcrier.box.games.engine.line_ids import role_of, side_of
from nightcrier.box.games.engine.model import ALL, GameFile, Selection
from nightcrier.box.show.agenda import AgendaGame, AgendaStep, RowStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Cue, Gap, Say, Show, Window
from nightcrier.box.show.facts import Fact, RoleName, SeatMark, SeatName, Word, seats_joined
from nightcrier.box.show.stages import TABLE, Perform, Prompt, Tell
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import LineId, seat_line

MOST_DEALT = 16
"""The most seats to which the box deals."""
_READS_FOR = 15.0
_QUIET = frozenset({"look", "rest", "point", "read"})
"""The verbs of calls in which nobody chooses or learns anything but whom it meets."""
_SEEN = "seen"


def can_be_dealt(game: GameFile) -> bool:
    quiet = all(call.do.verb in _QUIET for call in game.calls)
    return game.deal != "cards" and not game.many_nights and not game.center and quiet


def begin_dealt(rules: NarratedRules, seed: int) -> Narrated:
    """Return the game at its first stage. All of it is secret, for the deal follows from the seed."""
    roles = SeededChance(derive_seed(seed, "deal")).shuffle(rules.deck)
    show = _deal_show(rules)
    turns = (_ReadingTurn(seat, tuple(_facts_for(rules, roles, seat))) for seat in range(1, rules.players + 1))
    dealt = (StageStep(Perform(show, "deal", {_window(turn.seat): turn})) for turn in turns)
    steps: tuple[AgendaStep[NarratedRules, int], ...] = (*dealt, StageStep(Perform(show, "deal")), _DealtDay(roles))
    return at_first_stage(AgendaGame(rules, 1, steps, keeps_secrets=True))


def _deal_show(rules: NarratedRules) -> Show:
    """Return the show in which all seats read, which is equal for every deal. No turn ends early, since some have more
    to read than others."""
    cues: list[Cue] = [Call(RoleName("deal")), Say(LineId("deal.open")), Bed(CHOSEN)]
    for seat in range(1, rules.players + 1):
        said = Say(LineId("deal.turn"), (seat_line(seat),))
        cues += [Call(SeatName(seat)), said, Window(_window(seat), rules.paced(_READS_FOR)), Gap(1.0)]
    return (*cues, SILENCE)


def _window(seat: int) -> str:
    return f"seat-{seat}"


def _facts_for(rules: NarratedRules, roles: tuple[str, ...], seat: int) -> Iterator[Fact]:
    """Yield what a seat reads: its role, its side if that has a name, and for each call that means it whom it meets."""
    game, role = rules.file, roles[seat - 1]
    side = game.roles[role].side
    yield RoleName(role_of(game.id, role))
    if any(side in words.sides for words in game.words.values()):
        yield RoleName(side_of(game.id, side))
    for call in rules.calls(1):
        if call.meets and seat in _seats_of(rules, roles, call.who):
            met = [other for other in _seats_of(rules, roles, call.meets.of or call.who) if other != seat]
            places = seats_joined(met) if met else Word("nobody")
            yield Word("deal.trail", {"role": met_title(game, call), "places": places})


def _seats_of(rules: NarratedRules, roles: tuple[str, ...], who: Selection) -> tuple[int, ...]:
    """Return the seats whose roles are meant."""
    named = Selection(tuple(rules.file.roles), who.taken) if ALL in who.names else who
    meant = meant_roles(rules.file, named, roles)
    return tuple(seat for seat, role in enumerate(roles, 1) if role in meant)


class _ReadingTurn(Struct, frozen=True):
    """The turn of one seat, in which its player reads."""

    seat: int
    seen: tuple[Fact, ...]

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def prompt(self, row: Picks) -> Prompt:
        return Prompt() if row else Prompt(seen=self.seen, confirm=_SEEN)

    def hint(self, row: Picks, looked: bool) -> Fact:
        return Word("deal.looked" if self.may_pass(row, looked) else "turn.hold")

    def may_pass(self, row: Picks, looked: bool) -> bool:
        return looked or bool(row)


class _DealtDay(RowStep[NarratedRules, int], frozen=True):
    """The talk and the vote, again until people say that the game is over. Then all roles are told."""

    roles: tuple[str, ...]

    def row(self, rules: NarratedRules, state: int) -> AskingRow[StepResult[int]]:
        if talk := own_line(rules.file, "day"):
            yield Perform((Call(RoleName("dawn")), *talk), "dawn")
        yield day_talk(rules, state)
        if rules.file.day.vote != "none":
            yield Perform(vote_show(rules.file), "vote")
        if (yield from goes_on()):
            return StepResult(state, (_DealtDay(self.roles),))
        told = (
            Word("deal.seat-card", {"n": SeatMark(seat), "role": RoleName(role_of(rules.file.id, role))})
            for seat, role in enumerate(self.roles, 1)
        )
        return StepResult(state, (StageStep(Tell(TABLE, tuple(told))),))
