"""Somebody near the box who hears every detent, to which side it goes, and every press, and has heard 20,000 turns
before: of people who go the short way this ear cannot tell what was chosen, nor what came of it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from device.games.one_night.dealt.deal import dealt_table, turn_of
from device.games.one_night.dealt.seat_turns import Ballot
from device.games.one_night.rules.options import Options
from device.kernel.chance import derived
from device.kernel.events import Control, Gesture, Input
from device.show.answers import Picks
from device.show.secret_turn import Prompt, Secret
from device.table.pages.secret import handle_turn
from device.table.session_state import Session, TurnState

HEARD_BEFORE, TRIED = 20_000, 3_000
DECK = (
    *("doppelganger", "werewolf", "seer", "paranormal-investigator", "robber", "witch", "troublemaker", "alpha-wolf"),
    *("villager", "drunk", "sentinel"),
)
CALLS = ("seer", "paranormal-investigator", "witch", "troublemaker", "doppelganger", "alpha-wolf", "vote")
Heard = tuple[int | str, ...]


class SimulatedTurn(Struct, frozen=True):
    """`call` is public, `heard` are detents with their side and presses, `secret` is what nobody else may know."""

    call: str
    heard: Heard
    secret: object


def played(seed: int, call: str, rng: Random) -> SimulatedTurn | None:
    """One turn, as the game deals it and as the page leads it; None where nobody acts."""
    state = dealt_table(DECK, Options(), seed)
    made: Secret = Ballot(2, 8, derived(seed, "vote 2")) if call == "vote" else turn_of(state, call, seed)
    turn = AskedOnce(made)
    if not turn.seats or not turn.prompt(()).options:
        return None
    heard, row = short_way(turn, rng)
    seen = state.printed[int(row[0][1:]) - 1] if row[0].startswith("P") else ""
    return SimulatedTurn(call, heard, (row[0], seen) if call == "doppelganger" else row)


class AskedOnce:
    """A turn that works out once what follows from each row: this test asks often."""

    def __init__(self, turn: Secret) -> None:
        self.seats, self._turn, self._prompts = turn.seats, turn, dict[Picks, Prompt]()
        self.hint, self.may_pass = turn.hint, turn.may_pass

    def prompt(self, row: Picks) -> Prompt:
        if row not in self._prompts:
            self._prompts[row] = self._turn.prompt(row)
        return self._prompts[row]


def short_way(turn: Secret, rng: Random) -> tuple[Heard, Picks]:
    """Whoever has the turn knows what to choose, goes there by the shorter way, and presses; until nothing is left."""
    session, heard = Session("", NOTHING, 0, NOTHING, NOTHING, acting=TurnState("turn")), list[int | str]()
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
    """Guesses what followed most often on what it hears."""

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
    """By how much more often an ear that has heard so many turns is right than whoever hears nothing."""
    before, now = turns(0, most), turns(10**6, TRIED)
    right = [sum(map(Ear(before, listens=listens).hits, now)) / len(now) for listens in (True, False)]
    return right[0] - right[1]


@pytest.mark.untraced
def test_what_is_heard_of_a_turn_tells_nothing_of_it() -> None:
    assert gained(HEARD_BEFORE) < 0.03


@pytest.mark.untraced
def test_the_same_ear_hears_everything_where_lists_begin_at_their_first_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    for room in ("turn", "seat_turns"):
        monkeypatch.setattr(f"device.games.one_night.dealt.{room}.first_shown", lambda *_: 0)
    assert gained(3_000) > 0.3


@pytest.mark.parametrize("call", CALLS)
def test_every_choice_of_a_call_takes_as_many_presses(call: str) -> None:
    """The Seer's one card and two, a power that is not used, who finds a Werewolf, and who becomes something idle."""
    rng = Random(7)
    found = [turn for seed in range(150) if (turn := played(seed, call, rng))]
    assert len({turn.heard.count("press") for turn in found}) == 1
    assert len({turn.secret for turn in found}) > 5
