"""Leads through a game: the turns of the day, the cards of the pile, and the nights that fall between them.

A table that does not want to press START every turn passes the pile by itself, to a heartbeat that grows until the
night. At night two cards are passed: time to choose them and to lay them on the neighbors' tiles, to shuffle what came,
to look; what lies face up is called to mind. The show of passing depends only on what lies open on the table and on how
many play, never on a hand. Once all are ready, START goes on."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import FINAL_CARDS, GROWL_CARDS, NIGHT_CARDS, NIGHTS, WOUNDING
from nightcrier.box.games.growl.effects import CardEffect
from nightcrier.box.games.growl.ending import DeathRoll, Ending
from nightcrier.box.games.growl.phrases import Whose, growl_line, growl_lines, seat_lines, seats_to_choose
from nightcrier.box.games.growl.village import GrowlResult, Rules, Village
from nightcrier.box.show.agenda import SilentStep, StepResult
from nightcrier.box.show.answers import Option, Picks, one_value
from nightcrier.box.show.asking_rows import AskingRow, RowStep
from nightcrier.box.show.cues import CHOSEN, SILENCE, Bed, Call, Show, Signal, Window, say_lines
from nightcrier.box.show.facts import Fact, Number, RoleName, SeatName, Word
from nightcrier.box.show.stages import Ask, Perform, Pulse, Stage
from nightcrier.kernel.ids import LineId, Seconds, role_line, seat_line

_CHOOSE, _SHUFFLE, _LOOK = 30.0, 12.0, 8.0
_LEAST_OF_STEP: Seconds = 5.0
_SKIPPED = "skipped"


class Passing(Struct, frozen=True):
    """The show of this night, once: after BACK hands would pass cards that have come to them. Where START held has
    skipped all of it nothing was passed, and after BACK it is called again."""

    def stage(self, rules: Rules, village: Village) -> Stage | None:
        if village.nights <= village.passed:
            return None
        return Perform(pass_cards(rules, village), "night", skipped=_SKIPPED)

    def result(self, rules: Rules, village: Village, picks: Picks) -> GrowlResult:
        return StepResult(village if picks == (_SKIPPED,) else replace(village, passed=village.nights))


def pass_cards(rules: Rules, village: Village) -> Show:
    """The show of passing cards, in three steps, each a call with its own window and what is to be called to mind in
    it: whoever is ready early skips neither the next nor what is said of it. In the first night people hear what START
    does in a window."""
    caged = growl_lines("caged.now") if village.caged in village.living else ()
    sleepless = growl_lines("insomnia.now") if village.used[-1:] == ("insomnia",) else ()
    choose = ("choose.short",) if rules.short else ("choose", "choose.purpose")
    look = "look.short" if rules.short else "look"
    keys = growl_lines("all-ready") if village.nights == 1 else ()
    return (
        *_step(rules, "choose", _CHOOSE, (*growl_lines(*choose, "no-bite"), *caged, *keys), Bed(CHOSEN)),
        *_step(rules, "shuffle", _SHUFFLE, (growl_line("shuffle"), *sleepless)),
        *_step(rules, "look", _LOOK, (growl_line(look), *_bullet(village))),
        Call(RoleName("dawn")),
        SILENCE,
        Signal("dawn"),
    )


def _step(rules: Rules, name: str, usual: Seconds, said: tuple[LineId, ...], *bed: Bed) -> Show:
    seconds = rules.options.seconds(usual, rules.supplies.players)
    return (Call(Word(f"growl.step.{name}")), *say_lines(*said), *bed, Window(name, seconds, _LEAST_OF_STEP))


def _bullet(village: Village) -> tuple[LineId, ...]:
    """A human it lies before feels it twice from the moment of turning."""
    return (growl_line("bullet.now"), *seat_lines((village.bullet,))) if village.bullet in village.living else ()


_ORDINALS = ("night.first", "night.second", "night.final")


class Nightfall(RowStep[Rules, Village], frozen=True):
    """Ask whose turn it is and which card has come up, and begin all that follows. The turn is not asked where it is
    `known`, because the table has kept the pointer; the card is not asked where the box has drawn it."""

    known: int = 0

    def row(self, rules: Rules, village: Village) -> AskingRow[GrowlResult]:
        night, active = village.nights, self.known or (yield from _ask_active(village))
        drawn = rules.drawn[night : night + 1]
        yield Perform(_dusk_show(night, drawn), "dusk")
        card = drawn[0] if drawn else (yield from _ask_card(rules, village))
        used, taken = (*village.used, card), rules.depths[night]
        fallen = replace(village, active=active, nights=night + 1, taken=taken, used=used)
        died = (DeathRoll("dead", growl_lines("who-died")),) if card in WOUNDING else ()
        cannot = growl_lines("cannot.short") if rules.short else growl_lines("need", "cannot")
        morning = DeathRoll("dead", growl_lines("announce"))
        return StepResult(fallen, (CardEffect(card), *died, DeathRoll("cannot", cannot), Passing(), morning))


def _ask_active(village: Village) -> AskingRow[int]:
    start, said = village.living.index(village.turn), growl_lines("active")
    asked = Ask(0, Word("growl.ask.active"), seats_to_choose(village.living), start, lines=said)
    return int(one_value((yield asked)))


def _ask_card(rules: Rules, village: Village) -> AskingRow[str]:
    """Ask the table which card has come up."""
    kind = NIGHT_CARDS if village.nights < NIGHTS else FINAL_CARDS
    left = (card for card in kind if card in rules.deck and card not in village.used)
    cards = tuple(Option(card, GROWL_CARDS[card].name) for card in left)
    return one_value((yield Ask(0, Word("growl.ask.card"), cards, lines=growl_lines("which"))))


def _dusk_show(night: int, drawn: tuple[str, ...]) -> Show:
    """The signal for silence; and the card, where the box has drawn it."""
    call = "night" if night < NIGHTS else "final-night"
    card = (growl_line("drawn"), *map(role_line, drawn)) if drawn else ()
    return (Call(RoleName(call)), Signal("gong"), *say_lines(*growl_lines(_ORDINALS[night], "silence"), *card))


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
