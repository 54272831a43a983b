"""Tests that an ear near the box, which hears every detent with its direction and every press and has heard thousands
of turns, cannot tell what was chosen or learned by people who turn the shorter way."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.games.one_night.dealt.game import deal_table, role_turn_of
from nightcrier.box.games.one_night.dealt.seat_turns import ballot_turn
from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.stages import Perform, Prompt, Secret
from nightcrier.box.table.core.state import PastTurn, Session, TurnState
from nightcrier.box.table.game.conducting import reopen_turn
from nightcrier.box.table.game.secret import handle_turn
from nightcrier.kernel.chance import derive_seed
from tests.sampling import so_many

HEARD_BEFORE, TRIED = so_many(20_000, 4_000), so_many(3_000, 2_000)
DECK = (
    *("doppelganger", "werewolf", "seer", "paranormal-investigator", "robber", "witch", "troublemaker", "alpha-wolf"),
    *("villager", "drunk", "sentinel"),
)
CALLS = ("seer", "paranormal-investigator", "witch", "troublemaker", "doppelganger", "alpha-wolf", "vote")
LEARNING = ("seer", "paranormal-investigator", "witch", "doppelganger")
"""Calls in which somebody sees a card by choosing it. That choice is kept if the call is said again."""
Heard = tuple[int | str, ...]


class SimulatedTurn(Struct, frozen=True):
    """Holds one turn: the public `call`, the detents and presses `heard`, and the `secret` of its seat."""

    call: str
    heard: Heard
    secret: object


def played(seed: int, call: str, rng: Random) -> SimulatedTurn | None:
    """Play one turn as dealt, through the page that handles the dial. Return None if nobody acts in it."""
    state, turn = dealt_turn(seed, call)
    if not turn.seats or not turn.prompt(()).options:
        return None
    heard, row = short_way(turn, rng)
    seen = state.printed[int(row[0][1:]) - 1] if row[0].startswith("P") else ""
    return SimulatedTurn(call, heard, (row[0], seen) if call == "doppelganger" else row)


def dealt_turn(seed: int, call: str) -> tuple[CardState, "AskedOnce"]:
    """Return the dealt cards, and the turn at this call."""
    state = deal_table(DECK, Options(), seed)
    made: Secret = ballot_turn(2, 8, derive_seed(seed, "vote 2")) if call == "vote" else role_turn_of(state, call, seed)
    return state, AskedOnce(made)


class AskedOnce:
    """Wraps a turn and caches its prompts, since this test asks for the same ones many times."""

    def __init__(self, turn: Secret) -> None:
        self.seats, self._turn, self._prompts = turn.seats, turn, dict[Picks, Prompt]()
        self.hint, self.may_pass = turn.hint, turn.may_pass

    def prompt(self, row: Picks) -> Prompt:
        if row not in self._prompts:
            self._prompts[row] = self._turn.prompt(row)
        return self._prompts[row]


def short_way(turn: Secret, rng: Random, row: Picks = ()) -> tuple[Heard, Picks]:
    """Play a turn by turning the shorter way to a random choice and pressing, until it has no more lists."""
    session, heard = Session("", NOTHING, 0, NOTHING, NOTHING, acting=TurnState("turn", row)), list[int | str]()
    while options := turn.prompt(row_of(session)).options:
        wanted = rng.choice([at for at, option in enumerate(options) if option.value])
        start = turn.prompt(row_of(session)).start
        right, left = (wanted - start) % len(options) + 1, (start - wanted) % len(options) + 1
        steps = right if right < left or (right == left and rng.random() < 0.5) else -left
        for gesture in (Gesture.TURN, Gesture.PRESS):
            session, _ = handle_turn(session, "turn", turn, Input(0.0, Control.DIAL, gesture, steps))
        heard += [steps, "press"]
    return tuple(heard), row_of(session)


NOTHING: Any = type("Nothing", (), {"keeps_secrets": True})()


def row_of(session: Session) -> Picks:
    return session.acting.row if session.acting else ()


def turns(first: int, most: int) -> list[SimulatedTurn]:
    rng = Random(first)
    found = (played(seed, CALLS[seed % len(CALLS)], rng) for seed in count(first))
    return list(islice((turn for turn in found if turn), most))


class Ear:
    """Guesses the secret that most often came with the sounds it hears."""

    def __init__(self, heard: Iterable[SimulatedTurn], *, listens: bool) -> None:
        self._listens, self._counts = listens, defaultdict[object, Counter[object]](Counter)
        for turn in heard:
            self._counts[self._key(turn)][turn.secret] += 1

    def hits(self, turn: SimulatedTurn) -> bool:
        counts = self._counts[self._key(turn)]
        return bool(counts) and counts.most_common(1)[0][0] == turn.secret

    def _key(self, turn: SimulatedTurn) -> object:
        return turn.call, turn.heard if self._listens else ()


def gained(most: int) -> float:
    """Return how much more often an ear that has heard this many turns is right than one that hears only the call."""
    before, now = turns(0, most), turns(10**6, TRIED)
    right = [sum(map(Ear(before, listens=listens).hits, now)) / len(now) for listens in (True, False)]
    return right[0] - right[1]


@pytest.mark.untraced
def test_what_is_heard_of_a_turn_tells_nothing_of_it():
    assert gained(HEARD_BEFORE) < 0.03


@pytest.mark.untraced
def test_the_same_ear_hears_everything_where_lists_begin_at_their_first_entry(monkeypatch):
    for room in ("turn", "seat_turns"):
        monkeypatch.setattr(f"nightcrier.box.games.one_night.dealt.{room}.first_shown", lambda *_: 0)
    assert gained(3_000) > 0.3


@pytest.mark.parametrize("call", CALLS)
def test_every_choice_of_a_call_takes_as_many_presses(call):
    """One card or two, an unused power, a found Werewolf and an idle copy take the same number of presses."""
    rng = Random(7)
    found = [turn for seed in range(150) if (turn := played(seed, call, rng))]
    assert len({turn.heard.count("press") for turn in found}) == 1
    assert len({turn.secret for turn in found}) > 5


def said_again(turn: Secret, row: Picks, rng: Random) -> tuple[Heard, list[int], Picks]:
    """Repeat the call of a turn after these choices. Return what is heard, the lengths of its lists, and all
    choices."""
    past = PastTurn("turn", NOTHING, Perform((), acts={"turn": turn}), TurnState("turn", row))
    kept = row_of(reopen_turn(Session("", NOTHING, 0, NOTHING, NOTHING, past=(past,))))
    heard, now = short_way(turn, rng, kept)
    return heard, [len(turn.prompt(now[:at]).options) for at in range(len(kept), len(now))], now


@pytest.mark.parametrize("call", CALLS)
def test_a_call_said_again_takes_as_many_presses_whatever_was_chosen_before(call):
    """Two repeats of a call take the same number of presses, whether nothing, a part or everything was chosen."""
    rng, presses, lengths, kept = Random(7), set[int](), set[tuple[int, ...]](), set[int]()
    for seed in range(100):
        _, turn = dealt_turn(seed, call)
        if not turn.seats or not turn.prompt(()).options:
            continue
        _, row = short_way(turn, rng)
        row = row[: rng.randint(0, len(row))]
        for _ in range(2):
            heard, lists, row = said_again(turn, row, rng)
            presses.add(heard.count("press"))
            lengths.add(tuple(lists))
            kept.add(len(row))
    assert len(presses) == len(lengths) == 1
    assert presses == {len(next(iter(lengths)))}
    assert (len(kept) > 1) == (call in LEARNING)


@pytest.mark.parametrize("call", CALLS)
def test_back_does_not_take_away_that_a_call_was_said_again(call):
    _, turn = next(dealt for seed in count() if (dealt := dealt_turn(seed, call))[1].prompt(()).options)
    kept = tuple(value for value in (turn.prompt(()).again,) if value)
    session = Session("", NOTHING, 0, NOTHING, NOTHING, acting=TurnState("turn", kept))
    session, _ = handle_turn(session, "turn", turn, Input(0.0, Control.BACK, Gesture.PRESS, 0))
    assert row_of(session) == kept
