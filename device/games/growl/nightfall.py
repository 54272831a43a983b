"""Night falls: whose turn it is, silence, which card it is, what it does. Then two cards are passed: time to choose
them and to lay them on the neighbors' tiles, to shuffle what came, to look; what lies face up is called to mind.

The show of passing depends only on what lies open on the table and on how many play, never on a hand. Once all are
ready, START goes on.
"""

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.cards import FINAL_CARDS, GROWL_CARDS, NIGHT_CARDS, NIGHTS, WOUNDING
from device.games.growl.effects import CardEffect
from device.games.growl.ending import DeathRoll
from device.games.growl.phrases import growl_line, growl_lines, seat_lines, seats_to_choose
from device.games.growl.village import GrowlResult, Rules, Village
from device.kernel.ids import LineId, Seconds, role_line
from device.show.agenda import StepResult
from device.show.answers import Option, Picks, one_value
from device.show.asking_rows import AskingRow, RowStep
from device.show.cues import CHOSEN, SILENCE, Bed, Call, Show, Signal, Window, say_lines
from device.show.facts import RoleName, Word
from device.show.stages import Ask, Perform, Stage

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
    """The table says which card has come up."""
    kind = NIGHT_CARDS if village.nights < NIGHTS else FINAL_CARDS
    left = (card for card in kind if card in rules.deck and card not in village.used)
    cards = tuple(Option(card, GROWL_CARDS[card].name) for card in left)
    return one_value((yield Ask(0, Word("growl.ask.card"), cards, lines=growl_lines("which"))))


def _dusk_show(night: int, drawn: tuple[str, ...]) -> Show:
    """The signal for silence; and the card, where the box has drawn it."""
    call = "night" if night < NIGHTS else "final-night"
    card = (growl_line("drawn"), *map(role_line, drawn)) if drawn else ()
    return (Call(RoleName(call)), Signal("gong"), *say_lines(*growl_lines(_ORDINALS[night], "silence"), *card))
