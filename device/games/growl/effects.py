"""What each card makes people do, and what the box has to know of it, as steps."""

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.cards import GROWL_CARDS, SECRETS
from device.games.growl.phrases import count_in, dead_seats, growl_line, growl_lines, seats_to_choose, sides
from device.games.growl.pointing import Saves, Sides, WhoDies
from device.games.growl.village import GrowlResult, GrowlStep, Rules, Village
from device.games.growl.votes import Poll
from device.kernel.ids import LineId, role_line
from device.show.agenda import StageStep, StepResult
from device.show.answers import Picks
from device.show.facts import Fact, PrintedName, SeatMark, Word
from device.show.stages import TABLE, Ask, Perform, Stage, Tell


def card_steps(card: str, village: Village) -> tuple[GrowlStep, ...]:
    """The steps of a card that has just come up; most are only told."""
    return _EFFECTS.get(card, _card_told)(card, village)


def _card_told(card: str, village: Village) -> tuple[GrowlStep, ...]:
    """People do it, and press START when it is done."""
    hush = growl_lines("hush") if card in SECRETS else ()
    return (_read(card, (*hush, growl_line("done"))),)


def _read(card: str, more: tuple[LineId, ...] = ()) -> StageStep:
    return StageStep(Tell(TABLE, (_short(card),), (*_heard(card), *more), title=GROWL_CARDS[card].name))


def _short(card: str) -> Fact:
    """What it does, as the screen tells it."""
    return Word(f"growl.{card}")


def _heard(card: str) -> tuple[LineId, ...]:
    return (role_line(card), *GROWL_CARDS[card].lines)


class Laid(Struct, frozen=True):
    """A card that is laid before somebody: the cage, the bullet, the Séance."""

    card: str

    def stage(self, rules: Rules, village: Village) -> Stage:
        seats = village.all_seats if self.card == "seance" else village.living
        effect = _short(self.card)
        return Ask(0, _question(self.card), seats_to_choose(seats), lines=_heard(self.card), foot=effect)

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        seat = int(picks[0])
        match self.card:
            case "caged":
                return StepResult(replace(village, caged=seat))
            case "silver-bullet":
                return StepResult(replace(village, bullet=seat))
        speaks = StageStep(Tell(TABLE, (dead_seats((seat,)),), growl_lines("seance.speaks")))
        return StepResult(replace(village, seance=seat), (speaks,) if seat in village.dead else ())


class Sleepwalkers(Struct, frozen=True):
    """Two of the living change seats, one asked after the other."""

    first: int = 0

    def stage(self, rules: Rules, village: Village) -> Stage:
        card = "sleepwalkers"
        others = seats_to_choose(seat for seat in village.living if seat != self.first)
        if self.first:
            return Ask(0, Word("growl.ask.second"), others, lines=growl_lines("second"), foot=_short(card))
        return Ask(0, _question(card), others, lines=_heard(card)[:2], foot=_short(card))

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        if not self.first:
            return StepResult(village, (Sleepwalkers(int(picks[0])),))
        pair = (self.first, int(picks[0]))
        swap = {"one": SeatMark(pair[0]), "two": SeatMark(pair[1])}
        told = StageStep(Tell(TABLE, (Word("growl.swapped", swap),), growl_lines("sleepwalkers.more", "done")))
        return StepResult(replace(village, sleepwalkers=pair), (told,))


class Ghost(Struct, frozen=True):
    """Which of the dead gives a card to the nearest living on either side."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        card, dead = "all-hallows-eve", seats_to_choose(village.dead)
        return Ask(0, Word("growl.ask.ghost"), dead, lines=_heard(card)[:2], foot=_short(card))

    def done(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        after = growl_lines("all-hallows-eve.more", "done")
        return StepResult(village, (StageStep(Tell(TABLE, (sides(village, int(picks[0])),), after)),))


def _question(card: str) -> Fact:
    return Word("growl.ask.target", {"card": PrintedName(card)})


def _laid(card: str, village: Village) -> tuple[GrowlStep, ...]:
    return (Laid(card),)


def _sleepwalkers(card: str, village: Village) -> tuple[GrowlStep, ...]:
    return (Sleepwalkers(),)


def _ghost(card: str, village: Village) -> tuple[GrowlStep, ...]:
    if village.dead:
        return (Ghost(),)
    name = GROWL_CARDS[card].name
    said = (role_line(card), growl_line("no-dead"))
    return (StageStep(Tell(TABLE, (Word("growl.no-dead"),), said, title=name)),)


def _one_by_one(card: str, village: Village) -> tuple[GrowlStep, ...]:
    poll = Poll(card, village.from_left(village.active), aloud=True)
    return (_read(card), WhoDies(village.living, poll))


def _all_at_once(card: str, village: Village) -> tuple[GrowlStep, ...]:
    poll = Poll(card, village.living)
    return (_read(card), StageStep(Perform(count_in(), "vote")), WhoDies(village.living, poll))


def _sides(card: str, village: Village) -> tuple[GrowlStep, ...]:
    counted = WhoDies(village.living, Sides(village.living))
    return (_read(card), StageStep(Perform(count_in(), "vote")), counted)


def _unsaved(card: str, village: Village) -> tuple[GrowlStep, ...]:
    raised = tuple(seat for seat in village.living if seat != village.active)
    return (_read(card), WhoDies(raised, Saves(village.active, raised)))


_EFFECTS: Mapping[str, Callable[[str, Village], tuple[GrowlStep, ...]]] = {
    "caged": _laid,
    "silver-bullet": _laid,
    "seance": _laid,
    "unwanted": _sides,
    "accused": _one_by_one,
    "sleepwalkers": _sleepwalkers,
    "unsaved": _unsaved,
    "all-hallows-eve": _ghost,
    "trusted": _one_by_one,
    "purge": _all_at_once,
}
