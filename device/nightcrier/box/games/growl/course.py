"""Leads through a game: the turns of the day, the cards of the pile, and the nights between the turns.

If a table does not press START every turn, people play the pile without the box, and a heartbeat becomes faster until
the night. At night each player passes two cards. The players get time to choose the cards, to lay them on the
neighbors' tiles, to shuffle and to look. The narrator repeats which cards lie face up. The show of passing depends only
on the open cards and the number of players, never on a hand. START continues when all are ready."""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.growl.cards import ANOTHER_NIGHT, FINAL_CARDS, GROWL_CARDS, NIGHT_CARDS, NIGHTS, WOUNDING
from nightcrier.box.games.growl.effects import CardEffect
from nightcrier.box.games.growl.ending import DeathRoll, Ending
from nightcrier.box.games.growl.phrases import AskWhoseNeighbors, growl_line, growl_lines
from nightcrier.box.games.growl.village import GrowlResult, GrowlRules, GrowlVillage
from nightcrier.box.show.agenda import RowStep, SilentStep, StepResult
from nightcrier.box.show.answers import Option, Picks, one_value, seats_to_choose
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import CHOSEN, DAYBREAK, GONG, SILENCE, Bed, Call, Show, Window, say_lines
from nightcrier.box.show.facts import Number, RoleName, SeatName, Word
from nightcrier.box.show.stages import Ask, Perform, Pulse, Stage
from nightcrier.kernel.ids import LineId, Seconds, number_line, role_line, seat_first, seat_line
from nightcrier.kernel.people import MOST_PEOPLE

_CHOOSE, _SHUFFLE, _LOOK = 30.0, 12.0, 8.0
_LEAST_OF_STEP: Seconds = 5.0
_SKIPPED = "skipped"


class Passing(Struct, frozen=True):
    """The step that performs the show of passing cards once in a night. After BACK the show is not repeated, because
    players have the passed cards. If START skipped the whole show, nothing was passed, and the show begins again."""

    def stage(self, rules: GrowlRules, village: GrowlVillage) -> Stage | None:
        if village.nights <= village.passed:
            return None
        return Perform(pass_cards(rules, village), "night", skipped=_SKIPPED)

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        return StepResult(village if picks == (_SKIPPED,) else replace(village, passed=village.nights))


def pass_cards(rules: GrowlRules, village: GrowlVillage) -> Show:
    """Return the show of passing cards. Each of its three steps is a call with its own window and reminders, so START
    skips only one step. In the first night the narrator explains START, and what people need to know only once."""
    caged = growl_lines("caged.now") if village.caged else ()
    sleepless = growl_lines("insomnia.now") if village.used[-1:] == ("insomnia",) else ()
    choose = ("choose.short",) if rules.says_little else ("choose", "choose.purpose", "no-bite")
    look = "look.short" if rules.says_little else "look"
    slip, tip = (growl_lines(line) if _teaches(rules, village) else () for line in ("no-bite.slip", "shuffle.tip"))
    keys = growl_lines("all-ready") if village.nights == 1 else ()
    counts_twice = seat_first(village.bullet, growl_line("bullet.now")) if village.bullet in village.living else ()
    return (
        *_step(rules, "choose", _CHOOSE, (*growl_lines(*choose), *slip, *caged, *keys), Bed(CHOSEN)),
        *_step(rules, "shuffle", _SHUFFLE, (growl_line("shuffle"), *tip, *sleepless)),
        *_step(rules, "look", _LOOK, (growl_line(look), *counts_twice)),
        Call(RoleName("dawn")),
        SILENCE,
        DAYBREAK,
    )


def _teaches(rules: GrowlRules, village: GrowlVillage) -> bool:
    """Say whether this is the first night of a table that hears the rules."""
    return village.nights == 1 and not rules.says_little


def _step(rules: GrowlRules, name: str, usual: Seconds, said: tuple[LineId, ...], *bed: Bed) -> Show:
    seconds = rules.options.seconds(usual, rules.supplies.players)
    return (Call(Word(f"growl.step.{name}")), *say_lines(*said), *bed, Window(name, seconds, _LEAST_OF_STEP))


_ORDINALS = ("night.first", "night.second", "night.final")


class Nightfall(RowStep[GrowlRules, GrowlVillage], frozen=True):
    """The step that asks whose turn it is and which card was revealed, and begins the night. The step does not ask for
    a card that the box has drawn."""

    def row(self, rules: GrowlRules, village: GrowlVillage) -> AskingRow[GrowlResult]:
        night, active = village.nights, (yield from _ask_active(village))
        drawn = rules.drawn[night : night + 1]
        yield Perform(_dusk_show(night, drawn), "dusk")
        card = drawn[0] if drawn else (yield from _ask_card(rules, village))
        fallen = replace(village, active=active, nights=night + 1, used=(*village.used, card))
        wounds = card in WOUNDING and not (card == "all-hallows-eve" and not village.dead)  # no dead, no gifts
        died = (DeathRoll("dead", growl_lines("who-died")),) if wounds else ()
        cannot = growl_lines("cannot.short") if rules.says_little else growl_lines("need", "cannot")
        morning = DeathRoll("dead", growl_lines("announce"))
        return StepResult(fallen, (CardEffect(card), *died, DeathRoll("cannot", cannot), Passing(), morning))


def _ask_active(village: GrowlVillage) -> AskingRow[int]:
    start, said = village.living.index(village.turn), growl_lines("active")
    asked = Ask(0, Word("growl.ask.active"), seats_to_choose(village.living), start, lines=said)
    return int(one_value((yield asked)))


def _ask_card(rules: GrowlRules, village: GrowlVillage) -> AskingRow[str]:
    kind = NIGHT_CARDS if village.nights < NIGHTS else FINAL_CARDS
    left = [GROWL_CARDS[card] for card in kind if card in rules.deck and card not in village.used]
    cards = tuple(Option(card.id, card.name) for card in (*left, ANOTHER_NIGHT))
    return one_value((yield Ask(0, Word("growl.ask.card"), cards, lines=growl_lines("which"))))


def _dusk_show(night: int, drawn: tuple[str, ...]) -> Show:
    """Return the signal for silence. If the box has drawn the card, the narrator also says the name of the card."""
    call = "night" if night < NIGHTS else "final-night"
    card = (growl_line("drawn"), *map(role_line, drawn)) if drawn else ()
    return (Call(RoleName(call)), GONG, *say_lines(*growl_lines(_ORDINALS[night], "silence"), *card))


_SECONDS_OF_TURN: Seconds = 20.0
_HEARTBEATS: tuple[Seconds, Seconds] = (20.0, 4.0)
"""The seconds between two heartbeats, at the beginning and at the end of a pile."""
_NEXT, _NIGHT, _DEAD, _NEIGHBORS = "next", "night", "dead", "neighbors"


class DayTurn(Struct, frozen=True):
    """The page that shows whose turn it is. Nobody knows when a Night card comes, and not every table presses START
    every turn, so the box asks at night whose turn it is. The `lines` are said after the question."""

    lines: tuple[LineId, ...] = ()

    def stage(self, rules: GrowlRules, village: GrowlVillage) -> Stage:
        choices = tuple(_choices(rules, village))
        if rules.options.turns == "heartbeat":
            until = Word("growl.day", {"n": Number(village.nights + 1)})
            third = rules.options.seconds(_SECONDS_OF_TURN * rules.supplies.third)  # of the pile
            return Ask(0, until, choices, lines=self.lines, pulse=Pulse("heartbeat", *_HEARTBEATS, third))
        question = _turn_question(rules, village)
        lines = (*question.said, *self.lines) if self.lines else ()
        return Ask(0, question, choices, lines=lines, signal="tick")

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        match picks[0]:
            case "night":
                return StepResult(village, (Nightfall(), Dawn()))
            case "dead":
                return StepResult(village, (DeathRoll("dead", growl_lines("who-died")), DayTurn()))
            case "neighbors":
                return StepResult(village, (AskWhoseNeighbors(), DayTurn()))
        following = village.left(village.turn, village.living)
        return StepResult(replace(village, active=following, taken=village.taken + 1), (DayTurn(),))


def _turn_question(rules: GrowlRules, village: GrowlVillage) -> Word:
    """Return the question of a turn. It shows whose turn it is, how many cards the pile has, and the next night."""
    cards = rules.supplies.pile - village.taken + NIGHTS + 1 - village.nights
    numbers = {"cards": Number(cards), "n": Number(village.nights + 1)}
    key = "growl.turn.one" if cards == 1 else "growl.turn"
    # Every voice counts as far as there can be people; more cards stand on the glass alone.
    many = (growl_line("cards-left"), number_line(cards)) if cards <= MOST_PEOPLE else ()
    left = growl_lines("cards-left.one") if cards == 1 else many
    said = LineId("deal.turn"), seat_line(village.turn), *left
    return Word(key, {"seat": SeatName(village.turn), **numbers}, said)


class Dawn(SilentStep, frozen=True):
    """The step after a night: the cage opens, and the next living player has the turn, or the game ends."""

    def result(self, rules: GrowlRules, village: GrowlVillage, picks: Picks) -> GrowlResult:
        if village.nights > NIGHTS:
            return StepResult(village, (Ending("end"),), ends=True)
        following = village.left(village.active, village.living)
        keys = "day.dial" if rules.options.turns == "start" else "day.keys.heartbeat"
        talk = ("day.talk",) if _teaches(rules, village) else ()
        day = replace(village, active=following, caged=0)
        told = ("day.again",) if rules.says_little else ("day.again", *talk, keys)
        return StepResult(day, (DayTurn(growl_lines(*told)),))


def _choices(rules: GrowlRules, village: GrowlVillage) -> Iterator[Option]:
    """Yield the choices of a turn: the night, a death, and the neighbors. If cards are left and players press START
    every turn, the next turn is the first choice."""
    if village.taken < rules.supplies.pile and rules.options.turns == "start":
        following = village.left(village.turn, village.living)
        said = (growl_line("next"), seat_line(following))
        yield Option(_NEXT, Word("growl.turn.next", {"seat": SeatName(following)}, said))
    yield Option(_NIGHT, Word("growl.turn.night") if village.nights < NIGHTS else RoleName("final-night"))
    yield Option(_DEAD, Word("growl.turn.dead"))
    yield Option(_NEIGHBORS, Word("growl.neighbors"))
