"""The day: whose turn it is, which card of the pile it has come to, and deaths that are told to the box. A table that
does not want to press START every turn passes the pile by itself, to a heartbeat that grows until the night."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.cards import NIGHTS
from device.games.growl.ending import DeathRoll, Ending
from device.games.growl.nightfall import Nightfall
from device.games.growl.phrases import Whose, growl_line, growl_lines
from device.games.growl.village import GrowlResult, Rules, Village
from device.kernel.ids import LineId, Seconds, seat_line
from device.show.agenda import SilentStep, StepResult
from device.show.answers import Option, Picks
from device.show.facts import Fact, Number, RoleName, SeatName, Word
from device.show.stages import Ask, Pulse, Stage

_SECONDS_OF_TURN: Seconds = 20.0
_HEARTBEATS: tuple[Seconds, Seconds] = (20.0, 4.0)
"""The seconds from one beat to the next, at first and at last."""
_KEYS = "growl.turn.keys"
"""The word for what START and the dial do; once the dial was turned, for what BACK does."""
_NEXT, _NIGHT, _DEAD, _NEIGHBORS = "next", "night", "dead", "neighbors"


class DayTurn(Struct, frozen=True):
    """The pointer. Where the pile has come to a Night card, that stands first on the screen; where the table has not
    pressed START every turn, it is asked at night whose turn it is."""

    lines: tuple[LineId, ...] = ()

    def stage(self, rules: Rules, village: Village) -> Stage:
        choices, foot, turned = tuple(_choices(rules, village)), Word(_KEYS), Word(f"{_KEYS}.turned")
        if rules.options.turns == "heartbeat":
            until = Word("growl.day", {"n": Number(village.nights + 1)})
            return Ask(0, until, choices, lines=self.lines, foot=foot, turned_foot=turned, pulse=_heartbeat(rules))
        start = next(n for n, choice in enumerate(choices) if choice.value == _NIGHT) if _is_due(rules, village) else 0
        question = _turn(rules, village)
        return Ask(0, question, choices, start, lines=self.lines, foot=foot, turned_foot=turned, signal="tick")

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        match picks[0]:
            case "night" if _is_due(rules, village):
                return StepResult(village, (Nightfall(village.turn), Dawn()))
            case "night":
                return StepResult(village, (Nightfall(), Dawn()))
            case "dead":
                return StepResult(village, (DeathRoll("dead", growl_lines("who-died")), DayTurn()))
            case "neighbors":
                return StepResult(village, (Whose(), DayTurn()))
        following = village.left(village.turn, village.living)
        return StepResult(replace(village, active=following, taken=village.taken + 1), (DayTurn(),))


def _is_due(rules: Rules, village: Village) -> bool:
    """Whether so many turns were counted that a Night card lies open."""
    return rules.options.turns == "start" and village.taken == rules.depths[village.nights]


def _turn(rules: Rules, village: Village) -> Fact:
    """The question that shows whose turn it is, how many cards the pile still has, nights and all, and the next
    night."""
    cards = rules.supplies.pile - village.taken + NIGHTS + 1 - village.nights
    numbers = {"cards": Number(cards), "n": Number(village.nights + 1)}
    key = "growl.turn.one" if cards == 1 else "growl.turn"
    return Word(key, {"seat": SeatName(village.turn), **numbers}, (LineId("deal.turn"), seat_line(village.turn)))


def _heartbeat(rules: Rules) -> Pulse:
    """A pulse as long as a third of the pile takes: it does not tell where the night really lies."""
    within = _SECONDS_OF_TURN * rules.supplies.thirds[0]
    return Pulse("heartbeat", *_HEARTBEATS, rules.options.seconds(within))


class Dawn(SilentStep, frozen=True):
    """The cage opens, and the turn is the next living player's. After the Final Night it is over."""

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        if village.nights > NIGHTS:
            return StepResult(village, (Ending("end"),), ends=True)
        following = village.left(village.active, village.living)
        keys = "day.dial" if rules.options.turns == "start" else "day.keys.heartbeat"
        return StepResult(replace(village, active=following, caged=0), (DayTurn(growl_lines("day.again", keys)),))


def _choices(rules: Rules, village: Village) -> Iterator[Option]:
    """Offer the next turn, the night, a death, and neighbors. There is no next turn where all cards are given, or
    nobody presses."""
    if village.taken < rules.supplies.pile and rules.options.turns == "start":
        following = village.left(village.turn, village.living)
        said = (growl_line("next"), seat_line(following))
        yield Option(_NEXT, Word("growl.turn.next", {"seat": SeatName(following)}, said))
    yield Option(_NIGHT, Word("growl.turn.night") if village.nights < NIGHTS else RoleName("final-night"))
    yield Option(_DEAD, Word("growl.turn.dead"))
    yield Option(_NEIGHBORS, Word("growl.neighbors"))
