"""Counts raised hands seat by seat, and the cards that are raised instead. A moderator enters them, or in an open vote
the table.
While eyes are shut, the sound of the night plays during the vote, and the dial begins at a random number, so its clicks
tell nobody how many hands there are."""

from collections.abc import Collection, Mapping
from functools import lru_cache

from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import NIGHT_BED, ask_hands
from nightcrier.box.games.wherewolf.referee.game_state import holder
from nightcrier.box.games.wherewolf.referee.records import VoteSheet, VoteSignal
from nightcrier.box.games.wherewolf.table.phrases import role_at, seat_number, wolf_word
from nightcrier.box.games.wherewolf.table.village import WolfResult, WolfRules, WolfVillage
from nightcrier.box.show.agenda import RowStep, StepResult
from nightcrier.box.show.answers import Option, one_value
from nightcrier.box.show.asking_rows import AskingRow, ask_unless_known
from nightcrier.box.show.cues import Call, say_lines
from nightcrier.box.show.facts import Number, SeatName
from nightcrier.box.show.stages import HOST, TABLE, Ask, Perform, Tell
from nightcrier.kernel.chance import SeededChance, derive_seed
from nightcrier.kernel.ids import seat_first

CARD = "card"
"""The answer that the moderator gives by holding the dial: somebody raised a card and not a hand."""
_SIGNALS = {False: ("pettifogger",), True: ("mayor", "orator")}
"""The roles whose raised card counts: in the accusation (False) and in the run-off (True)."""


class CountHands(RowStep[WolfRules, WolfVillage], frozen=True):
    """The step that asks how many players raise a hand for each seat of `order`, one after another. Everybody must
    vote, so if there are too few hands, they are counted again, unless the person who counts insists."""

    order: tuple[int, ...]
    run_off: bool

    def row(self, rules: WolfRules, state: WolfVillage) -> AskingRow[WolfResult]:
        hands, signals = dict[int, int](), tuple[VoteSignal, ...]()
        for seat in self.order:
            yield _seat_called(rules, state, seat)
            asked = self._asked(rules, state, seat)
            while (picks := (yield asked)) == (CARD,):
                signals = yield from self._ask_card(state, signals, seat)
            hands[seat] = int(one_value(picks))
        counted, due = sum(hands.values()), self._votes_due(state, signals)
        if counted < due and (yield from _ask_again(state, counted, due)):
            return StepResult(state, (replace(self, answers=()),))
        sheet = VoteSheet(None, hands, signals)
        return StepResult(replace(state, **{"run_off" if self.run_off else "accusation": sheet}))

    def _asked(self, rules: WolfRules, village: WolfVillage, seat: int) -> Ask:
        most = len(village.known.in_play)
        if not village.led:
            return ask_hands(TABLE, seat + 1, most)
        lot = f"hands {village.number} {self.run_off} {seat}"
        start = 0 if rules.options.open_vote else _draw_start(rules.seed, lot, most + 1)
        return ask_hands(HOST, seat + 1, most, start, CARD)

    def _votes_due(self, village: WolfVillage, signals: Collection[VoteSignal]) -> int:
        """Return how many players must raise a hand: everybody who raises no card, and is not Accused in a run-off."""
        excused = {signal.seat for signal in signals}.union(self.order if self.run_off else ())
        return len([seat for seat in village.known.in_play if seat not in excused])

    def _ask_card(
        self, village: WolfVillage, signals: tuple[VoteSignal, ...], seat: int
    ) -> AskingRow[tuple[VoteSignal, ...]]:
        """Ask which role raised a card for a seat, and add the card to the signals. Only some roles may raise a card,
        and most of them only once in a game."""
        signallers = self._signallers(village, signals)
        if not signallers:
            yield Tell(HOST, (wolf_word("no-card"),))
            return signals
        options = tuple(Option(role, role_at(role, whose)) for role, whose in signallers.items())
        asked = Ask(HOST, wolf_word("ask.card", n=seat_number(seat)), options)
        role = one_value((yield from ask_unless_known(asked)))
        return _add_signal(signals, role, signallers[role], seat)

    def _signallers(self, village: WolfVillage, signals: Collection[VoteSignal]) -> Mapping[str, int]:
        """Return the seat of each role that may raise a card at this moment. The Orator may raise his card for several
        players, but not while he is Accused."""
        raised = {signal.power for signal in signals} - {"orator"}
        found = {role: holder(village.known, role) for role in _SIGNALS[self.run_off] if role not in raised}
        return {
            role: seat
            for role, seat in found.items()
            if seat is not None and not (role == "orator" and seat in self.order)
        }


@lru_cache(maxsize=64)
def _draw_start(seed: int, purpose: str, limit: int) -> int:
    """Return where the dial begins. The result is cached: each answer runs the row of questions again from the top."""
    return SeededChance(derive_seed(seed, purpose)).below(limit)


def count_hands(village: WolfVillage, accused: tuple[int, ...]) -> CountHands:
    """Return the step that counts the hands for each seat. The order of the seats is reversed on even days."""
    order = tuple(sorted(accused or village.known.in_play))
    return CountHands(order if village.number % 2 else order[::-1], bool(accused))


def _seat_called(rules: WolfRules, village: WolfVillage, seat: int) -> Perform:
    """Return the show that calls the next seat. It ends before the box asks for the number of hands."""
    bed = (NIGHT_BED,) if village.led and not rules.options.open_vote else ()
    show = (Call(SeatName(seat + 1)), *bed, *say_lines(*seat_first(seat + 1)))
    return Perform(show, "vote", back=True, still=True)


def _ask_again(village: WolfVillage, hands: int, due: int) -> AskingRow[bool]:
    options = (Option("again", wolf_word("again")), Option("so", wolf_word("play-so")))
    question = wolf_word("ask.few-votes", n=Number(hands), there=Number(due))
    return one_value((yield Ask(HOST if village.led else TABLE, question, options))) == "again"


def _add_signal(signals: tuple[VoteSignal, ...], role: str, seat: int, target: int) -> tuple[VoteSignal, ...]:
    before = next((signal.targets for signal in signals if signal.power == role), ())
    others = tuple(signal for signal in signals if signal.power != role)
    return (*others, VoteSignal(seat, role, tuple(dict.fromkeys((*before, target)))))
