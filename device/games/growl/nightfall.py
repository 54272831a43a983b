"""Night falls: whose turn it is, silence, which card it is, what it does; then two cards are passed."""

from msgspec import Struct
from msgspec.structs import replace

from device.games.growl.agenda import Moved, Played, Silent, Step
from device.games.growl.cards import CARDS, FINAL, NIGHT, WOUNDING
from device.games.growl.deaths import Roll
from device.games.growl.effects import effect
from device.games.growl.passing import Passing
from device.games.growl.saying import line, lines, says, seats_to_choose
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

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        night = village.nights
        fallen = replace(village, active=int(value), nights=night + 1, taken=rules.supplies.depths[night])
        drawn = rules.drawn[night : night + 1]
        dusk = Played(dusk_show(night, drawn), "dusk")
        which: Step = Comes(drawn[0]) if drawn else Which()
        need = Roll("cannot", lines("need", "cannot"))
        return Moved(fallen, (dusk, which, need, Passing(), Roll("dead")))


class Which(Struct, frozen=True):
    """The table says which card has come up."""

    def stage(self, rules: Rules, village: Village) -> Stage:
        kind = FINAL if village.nights > NIGHTS else NIGHT
        left = [card for card in kind if card in rules.deck and card not in village.used]
        cards = tuple(Option(card, CARDS[card].name) for card in left)
        return Ask(0, Word("growl.ask.card"), cards, lines=lines("which"))

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        return _comes(village, value)


class Comes(Silent, frozen=True):
    """The card the box has drawn."""

    card: str

    def done(self, rules: Rules, village: Village, value: str) -> Moved:
        return _comes(village, self.card)


def _comes(village: Village, card: str) -> Moved:
    known = replace(village, used=(*village.used, card))
    died = (Roll("dead", lines("who-died")),) if card in WOUNDING else ()
    return Moved(known, (*effect(card, known), *died))


def dusk_show(night: int, drawn: tuple[str, ...]) -> Show:
    """The signal for silence; and the card, where the box has drawn it."""
    call = "night" if night < NIGHTS else "final-night"
    card = (line("drawn"), *map(role_line, drawn)) if drawn else ()
    return (Call(RoleName(call)), Signal("gong"), *says(*lines(ORDINALS[night], "silence"), *card))
