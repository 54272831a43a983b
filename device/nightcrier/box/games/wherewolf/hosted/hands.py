"""Count raised hands seat by seat, and the cards that are raised instead. A moderator counts them, or a table with open
eyes.

While eyes are shut, the sound of the night lies under the vote, and the dial begins at a drawn number: its clicks tell
nobody how many hands there are."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.hands import ask_hands, seat_called
from nightcrier.box.games.engine.hosted.host_steps import NIGHT_BED, host_show
from nightcrier.box.games.wherewolf.referee.game_state import holder
from nightcrier.box.games.wherewolf.referee.records import VoteSheet, VoteSignal
from nightcrier.box.games.wherewolf.table.phrases import role_at, seat_number, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfStep, WolfVillage
from nightcrier.box.show.agenda import StepResult
from nightcrier.box.show.answers import Option, Picks
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Number, SeatName
from nightcrier.box.show.stages import HOST, TABLE, Ask, Stage, Tell
from nightcrier.kernel.chance import SeededChance, derive_seed

CARD = "card"
"""The answer that the moderator gives by holding the dial: somebody raised a card and not a hand."""
_AGAIN = "again"
_SIGNALS = {False: ("pettifogger",), True: ("mayor", "orator")}
"""The roles whose raised card counts: in the accusation (False) and in the run-off (True)."""


class CountHands(Struct, frozen=True):
    """A question about each seat of `order`, one after another: how many players raise a hand for this seat."""

    order: tuple[int, ...]
    run_off: bool
    hands: tuple[int, ...] = ()
    signals: tuple[VoteSignal, ...] = ()

    @property
    def seat(self) -> int:
        return self.order[len(self.hands)]

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        most = len(village.known.in_play)
        if not village.led:
            return ask_hands(TABLE, self.seat + 1, most)
        start = 0 if rules.options.open_vote else _drawn_start(rules, village, self, most + 1)
        return ask_hands(HOST, self.seat + 1, most, start, CARD)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if picks == (CARD,):
            return StepResult(village, (CardRaised(self),))
        counted = replace(self, hands=(*self.hands, int(picks[0])))
        if len(counted.hands) < len(self.order):
            return StepResult(village, _call_seat(rules, village, counted))
        if sum(counted.hands) < counted.votes_due(village):
            return StepResult(village, (FewHands(counted),))
        return counted.noted(village)

    def votes_due(self, village: WolfVillage) -> int:
        """Return how many players must raise a hand: all who raise no card, and who are not Accused in a run-off."""
        excused = {signal.seat for signal in self.signals}.union(self.order if self.run_off else ())
        return len([seat for seat in village.known.in_play if seat not in excused])

    def noted(self, village: WolfVillage) -> WolfResult:
        hands = dict(zip(self.order, self.hands, strict=True))
        sheet = VoteSheet(None, hands, self.signals)
        return StepResult(replace(village, **{"run_off" if self.run_off else "accusation": sheet}))


class FewHands(Struct, frozen=True):
    """The question whether hands are counted again, because everybody must vote and fewer did. A moderator who wants
    the count as it is may have it."""

    count: CountHands

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage:
        counted, due = Number(sum(self.count.hands)), Number(self.count.votes_due(village))
        options = (Option(_AGAIN, wolf_word(_AGAIN)), Option("so", wolf_word("play-so")))
        return Ask(HOST if village.led else TABLE, wolf_word("ask.few-votes", n=counted, there=due), options)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if picks != (_AGAIN,):
            return self.count.noted(village)
        return StepResult(village, count_hands(rules, village, self.count.order if self.count.run_off else ()))


def count_hands(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...]) -> tuple[WolfStep, ...]:
    """Return the steps that count the hands for each seat. The order of the seats is reversed on even days."""
    order = tuple(sorted(accused or village.known.in_play))
    return _call_seat(rules, village, CountHands(order if village.number % 2 else order[::-1], bool(accused)))


def _drawn_start(rules: WolfRules, village: WolfVillage, count: CountHands, numbers: int) -> int:
    what = f"hands {village.number} {count.run_off} {count.seat}"
    return SeededChance(derive_seed(rules.seed, what)).below(numbers)


def _call_seat(rules: WolfRules, village: WolfVillage, count: CountHands) -> tuple[WolfStep, ...]:
    """Return the step that speaks the next seat. The line ends before the box asks for the number of hands."""
    bed = (NIGHT_BED,) if village.led and not rules.options.open_vote else ()
    show = (Call(SeatName(count.seat + 1)), *bed, *say_lines(*seat_called(count.seat + 1)))
    return host_show(show, "vote", still=True), count


class CardRaised(Struct, frozen=True):
    """A question about which role raised the card. Only some roles may raise a card, and most of them only once in a
    game."""

    count: CountHands

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        signallers = _signallers(self.count, village)
        if not signallers:
            return Tell(HOST, (wolf_word("no-card"),))
        if len(signallers) == 1:
            return None
        options = tuple(Option(role, role_at(role, seat)) for role, seat in signallers.items())
        return Ask(HOST, wolf_word("ask.card", n=seat_number(self.count.seat)), options)

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        signallers = _signallers(self.count, village)
        if not signallers:
            return StepResult(village, (self.count,))
        role = picks[0] if picks else next(iter(signallers))
        signals = _add_signal(self.count.signals, role, signallers[role], self.count.seat)
        return StepResult(village, (replace(self.count, signals=signals),))


def _signallers(count: CountHands, village: WolfVillage) -> Mapping[str, int]:
    """Return the seat of each role that may raise a card at this moment. The Orator may raise his card for several
    players, but not while he is Accused."""
    raised = {signal.power for signal in count.signals} - {"orator"}
    found = {role: holder(village.known, role) for role in _SIGNALS[count.run_off] if role not in raised}
    return {
        role: seat
        for role, seat in found.items()
        if seat is not None and not (role == "orator" and seat in count.order)
    }


def _add_signal(signals: tuple[VoteSignal, ...], role: str, seat: int, target: int) -> tuple[VoteSignal, ...]:
    before = next((signal.targets for signal in signals if signal.power == role), ())
    others = tuple(signal for signal in signals if signal.power != role)
    return (*others, VoteSignal(seat, role, tuple(dict.fromkeys((*before, target)))))
