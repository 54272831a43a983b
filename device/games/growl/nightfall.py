"""Night falls: whose turn it is, silence, which card it is, what it does; then two cards are passed."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import GrowlStep, ShowStep, SilentStep, StepResult
from device.games.growl.card_passing import Passing
from device.games.growl.cards import FINAL_CARDS, GROWL_CARDS, NIGHT_CARDS, WOUNDING
from device.games.growl.deaths import DeathRoll
from device.games.growl.effects import card_steps
from device.games.growl.phrases import growl_line, growl_lines, say_cues, seats_to_choose
from device.games.growl.supplies import NIGHTS
from device.games.growl.village import Rules, Village
from device.kernel.ids import role_line
from device.show.cues import Call, Show, Signal
from device.show.facts import RoleName, Word
from device.show.stages import Ask, Option, Stage

ORDINALS = ("night.first", "night.second", "night.final")


class Active(Struct, frozen=True):
    """Whose turn it is: the pointer stands there already, if the table has kept it."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        start = village.living.index(village.turn)
        return Ask(0, Word("growl.ask.active"), seats_to_choose(village.living), start)

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        night = village.nights
        fallen = replace(village, active=int(value), nights=night + 1, taken=rules.supplies.depths[night])
        drawn = rules.drawn[night : night + 1]
        dusk = ShowStep(dusk_show(night, drawn), "dusk")
        which: GrowlStep = DrawnCard(drawn[0]) if drawn else WhichCard()
        need = DeathRoll("cannot", growl_lines("need", "cannot"))
        return StepResult(fallen, (dusk, which, need, Passing(), DeathRoll("dead")))


class WhichCard(Struct, frozen=True):
    """The table says which card has come up."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        kind = FINAL_CARDS if village.nights > NIGHTS else NIGHT_CARDS
        left = [card for card in kind if card in rules.deck and card not in village.used]
        cards = tuple(Option(card, GROWL_CARDS[card].name) for card in left)
        return Ask(0, Word("growl.ask.card"), cards, lines=growl_lines("which"))

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return _comes(village, value)


class DrawnCard(SilentStep, frozen=True):
    """The card the box has drawn."""

    card: str

    def done(self, rules: Rules, village: Village, value: str) -> StepResult:
        return _comes(village, self.card)


def _comes(village: Village, card: str) -> StepResult:
    known = replace(village, used=(*village.used, card))
    died = (DeathRoll("dead", growl_lines("who-died")),) if card in WOUNDING else ()
    return StepResult(known, (*card_steps(card, known), *died))


def dusk_show(night: int, drawn: tuple[str, ...]) -> Show:
    """The signal for silence; and the card, where the box has drawn it."""
    call = "night" if night < NIGHTS else "final-night"
    card = (growl_line("drawn"), *map(role_line, drawn)) if drawn else ()
    return (Call(RoleName(call)), Signal("gong"), *say_cues(*growl_lines(ORDINALS[night], "silence"), *card))
