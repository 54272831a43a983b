"""Tests power cuts while the box holds the cards: it goes on at the same call, with the same cards."""

from random import Random
from typing import Any

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.one_night.dealt.story import look_label
from nightcrier.box.games.one_night.referee.deeds import do_action
from nightcrier.box.keeper import DiskKeeper
from nightcrier.box.record import fact_row
from nightcrier.box.show.stages import Count, Perform
from nightcrier.box.table.core.effects import Entry
from tests.box.dealt import DealtBox, cast, seat_of
from tests.box.memory.conftest import PowerCut
from tests.sampling import sampled

DECK = ("robber", "werewolf", "troublemaker", "villager", "drunk", "insomniac")
CALL = ["Robber", "Turn to choose"]
"""The lines that everybody may read. After a power cut, the screen shows them until somebody touches the dial."""


@pytest.fixture
def box(tmp_path):
    """Return a box that has dealt the Robber to a seat."""
    return DealtBox(tmp_path, DECK, cast(DECK, lambda state: seat_of(state, "robber") > 0, deal=True)).start()


def cut(box: DealtBox) -> None:
    box.rehearsal.cut()
    assert box.page == "question"
    box.start()


def test_in_the_deal_the_seat_that_was_called_is_called_again(box):
    first = box.until_window("seat-1").look()
    before = box.do(Control.DIAL).until_window("seat-2").evening.state.played.dealt
    cut(box)
    assert box.until(lambda: bool(box.window)).window == "seat-2"
    assert box.evening.state.played.dealt == before
    assert first[0] in {box.rehearsal.box.daemon.house.words.role("en", role) for role in before.printed[:1]}


def test_in_the_night_the_call_that_was_cut_comes_again_and_what_was_done_stays_done(box):
    box.everybody_looks()
    robber = seat_of(box.until_window("robber").evening.state.played.dealt, "robber")
    victim = 1 if robber != 1 else 2
    box.choose(f"Seat {victim}").until_window("troublemaker")
    before, cards = box.evening.state.played.dealt, box.evening.state.cards.lies
    assert cards[robber - 1] == victim - 1
    cut(box)
    assert box.until(lambda: bool(box.window)).window == "troublemaker"
    assert box.evening.state.played.dealt == before
    assert box.evening.state.cards.lies == cards


def test_between_two_calls_nobody_acts_twice(box):
    box.everybody_looks()
    robber = seat_of(box.until_window("robber").evening.state.played.dealt, "robber")
    box.choose(f"Seat {1 if robber != 1 else 2}")
    cards = box.until(lambda: box.window != "robber").evening.state.cards.lies
    cut(box)
    assert box.until(lambda: bool(box.window)).window == "troublemaker"
    assert box.evening.state.cards.lies == cards


def test_what_was_chosen_in_the_turn_that_was_cut_is_chosen_still(box):
    box.everybody_looks()
    robber = seat_of(box.until_window("robber").evening.state.played.dealt, "robber")
    one, other = (f"Seat {seat}" for seat in (1, 2, 3) if seat != robber)
    seen = box.choose(one).look()
    cut(box)
    assert box.until_window("robber").glass == CALL
    assert box.look() == seen
    assert box.glass == ["Robber", "Hold to see"]
    assert other not in box.do(Control.DIAL, Gesture.TURN, 1).glass
    assert box.do(Control.BACK).look() == seen


SEERS = (
    "seer",
    "paranormal-investigator",
    "doppelganger",
    "apprentice-seer",
    "witch",
    "mystic-wolf",
    "robber",
    "revealer",
)
HANDS = (*[Gesture.TURN] * 4, *[Gesture.PRESS] * 3, *[Gesture.HOLD] * 3, Gesture.RELEASE)


@pytest.mark.parametrize("seed", sampled(range(12), 2))
def test_whoever_pulls_the_plug_sees_no_card_more_than_the_role_allows(seed, tmp_path):
    """A seat is shown only what its role really saw, as the referee replays the night."""
    box, rng = DealtBox(tmp_path, SEERS, seed, secrets=True, pace="fast"), Random(seed)
    box.start().everybody_looks()
    before, cuts = len(box.kinds("tell")), 0
    while not isinstance(box.stage, Count):
        box.rehearsal.advance(rng.choice((0.3, 1.0)))
        if box.window and not isinstance(box.stage, Count):
            box.do(Control.DIAL, gesture := rng.choice(HANDS), rng.choice((-1, 1, 2)) if gesture is Gesture.TURN else 0)
            if gesture is not Gesture.TURN and cuts < 30 and rng.random() < 0.2:
                cut(box)
                cuts += 1
    shown = {(row["who"], *fact[1].values()) for row in box.kinds("tell")[before:] for fact in row["facts"]}
    assert cuts == 30
    assert shown <= _told(box)
    assert shown


def _told(box: DealtBox) -> set[tuple[object, ...]]:
    """Return what each seat was told in the night as finally recorded."""
    state, told = box.evening.state.played.dealt, set()
    for action in box.evening.state.played.actions:
        outcome = do_action(state, action)
        facts = [fact_row(look_label(state, action.seat, look)) for look in outcome.told]
        became = {outcome.state.nights[action.seat], outcome.state.plays[action.seat]} - {state.nights[action.seat]}
        told |= {(action.seat + 1, *values.values()) for _, values in facts}
        told |= {(action.seat + 1, f"role.{role}") for role in became}
        state = outcome.state
    return told


def test_a_choice_that_is_half_made_is_read_by_holding_the_dial_after_a_cut(tmp_path):
    box = DealtBox(tmp_path, DECK, cast(DECK, lambda state: seat_of(state, "troublemaker") > 0, deal=True))
    box.start().everybody_looks()
    box.until_window("troublemaker").do(Control.DIAL, Gesture.TURN, 1)
    (one,) = box.glass
    cut(box.do(Control.DIAL))
    assert box.until_window("troublemaker").glass == ["Troublemaker", "Turn to choose"]
    assert box.look() == [one, "Turn to go on"]
    assert one not in box.offered()


def test_after_a_cut_in_the_secret_vote_no_touch_brings_up_who_was_chosen(tmp_path):
    """In a secret vote, the other seats have their eyes open, and would see a choice that comes up at a touch."""
    box = DealtBox(tmp_path, DECK, 1, secret_vote=True)
    box.start().everybody_looks()
    box.until(lambda: isinstance(box.stage, Perform) and box.stage.page == "vote").until_window("seat-1")
    assert box.do(Control.DIAL, Gesture.TURN, 1).glass != ["Seat 1", "Turn, then press"]
    cut(box.do(Control.DIAL))
    assert box.until_window("seat-1").glass == ["Seat 1", "Has voted"]
    for gesture in (Gesture.TURN, Gesture.PRESS, Gesture.HOLD, Gesture.RELEASE):
        assert box.do(Control.DIAL, gesture, 1 if gesture is Gesture.TURN else 0).glass == ["Seat 1", "Done"]


@pytest.mark.parametrize("written", [False, True])
def test_a_press_shows_nothing_before_it_is_written(box, written, monkeypatch):
    """Whether the power fails just before or just after the write, the screen has not changed yet."""
    box.everybody_looks()
    box.until_window("robber").do(Control.DIAL, Gesture.TURN, 1)
    before, choice, write = box.rehearsal.screen.frame, box.glass[0], DiskKeeper.record

    def torn(keeper: DiskKeeper, entry: Entry, **how: Any) -> Any:
        if written:
            write(keeper, entry, **how)
        raise PowerCut

    with monkeypatch.context() as patch:
        patch.setattr(DiskKeeper, "record", torn)
        with pytest.raises(PowerCut):
            box.do(Control.DIAL)
    assert box.rehearsal.screen.frame == before
    cut(box)
    assert box.until_window("robber").glass == CALL
    assert box.do(Control.DIAL, Gesture.TURN, 1).glass == (["Robber", "Hold to see"] if written else [choice])


@pytest.mark.parametrize("moment", sampled(range(0, 260, 13), 4))
def test_at_any_moment_the_cards_stay_the_same_and_the_evening_comes_to_its_day(box, moment):
    before = box.evening.state.played.dealt
    _play_on(box, box.rehearsal.now + moment)
    cut(box)
    _play_on(box, box.rehearsal.now + 900)
    assert isinstance(box.stage, Count)
    assert box.evening.state.played.dealt == before


def _play_on(box: DealtBox, end: float) -> None:
    """Play to this moment, or to the day. Every seat looks in its turn."""
    looked: set[str] = set()

    def turn() -> bool:
        return box.window.startswith("seat-") and box.window not in looked

    while box.rehearsal.now < end and not isinstance(box.stage, Count):
        box.rehearsal.until(lambda: isinstance(box.stage, Count) or turn(), end - box.rehearsal.now)
        if not turn():
            box.rehearsal.advance(0.0 if isinstance(box.stage, Count) else end - box.rehearsal.now)
        else:
            looked.add(box.window)
            box.look()


def test_who_does_not_want_to_go_on_leaves_nothing_behind(box, tmp_path):
    box.everybody_looks()
    box.rehearsal.cut()
    assert box.do(Control.BACK).do(Control.START, Gesture.HOLD).page == "home"
    assert not (tmp_path / "seal").exists()
    assert box.journal() == []
