"""The plug is pulled while the box holds the cards: it goes on at the same call, with the same cards."""

from pathlib import Path

import pytest

from device.games.one_night.dealt.evening import dealt, nightwork
from device.kernel.events import Control
from device.show.stages import Count
from tests.box.dealt import DealtBox, cast, seat_of

DECK = ("robber", "werewolf", "troublemaker", "villager", "drunk", "insomniac")


@pytest.fixture
def box(tmp_path: Path) -> DealtBox:
    """A deal in which the Robber sits at the table."""
    seed = cast(DECK, lambda state: seat_of(state, "robber") > 0, deal=True)
    box = DealtBox(tmp_path, DECK, seed)
    box.start()
    return box


def cut(box: DealtBox) -> None:
    box.rehearsal.cut()
    assert box.page == "question"
    box.start()


def test_in_the_deal_the_seat_that_was_called_is_called_again(box: DealtBox) -> None:
    box.until_window("seat-1")
    first = box.look()
    box.do(Control.DIAL)
    box.until_window("seat-2")
    before = dealt(box.evening)
    cut(box)
    box.until(lambda: bool(box.window))
    assert box.window == "seat-2"
    assert dealt(box.evening) == before
    assert first[0] in {box.rehearsal.box.daemon.house.words.role("en", role) for role in before.printed[:1]}


def test_in_the_night_the_call_that_was_cut_comes_again_and_what_was_done_stays_done(box: DealtBox) -> None:
    box.everybody_looks()
    box.until_window("robber")
    robber = seat_of(dealt(box.evening), "robber")
    victim = 1 if robber != 1 else 2
    box.choose(f"Seat {victim}")
    box.until_window("troublemaker")
    before, cards = dealt(box.evening), nightwork(box.evening).state.lies
    assert cards[robber - 1] == victim - 1
    cut(box)
    box.until(lambda: bool(box.window))
    assert box.window == "troublemaker"
    assert dealt(box.evening) == before
    assert nightwork(box.evening).state.lies == cards


def test_between_two_calls_nobody_acts_twice(box: DealtBox) -> None:
    box.everybody_looks()
    box.until_window("robber")
    robber = seat_of(dealt(box.evening), "robber")
    box.choose(f"Seat {1 if robber != 1 else 2}")
    box.until(lambda: box.window != "robber")
    cards = nightwork(box.evening).state.lies
    cut(box)
    box.until(lambda: bool(box.window))
    assert box.window == "troublemaker"
    assert nightwork(box.evening).state.lies == cards


def test_what_was_not_finished_begins_anew(box: DealtBox) -> None:
    box.everybody_looks()
    box.until_window("robber")
    robber = seat_of(dealt(box.evening), "robber")
    victim = f"Seat {1 if robber != 1 else 2}"
    box.choose(victim)
    cut(box)
    box.until_window("robber")
    box.choose(victim)
    assert box.glass[0] == victim


@pytest.mark.parametrize("moment", range(0, 260, 13))
def test_at_any_moment_the_cards_stay_the_same_and_the_evening_comes_to_its_day(box: DealtBox, moment: int) -> None:
    before = dealt(box.evening)
    _play_on(box, box.rehearsal.now + moment)
    cut(box)
    _play_on(box, box.rehearsal.now + 900)
    assert isinstance(box.stage, Count)
    assert dealt(box.evening) == before


def _play_on(box: DealtBox, end: float) -> None:
    """To this moment, or to the day; every seat looks in its turn."""
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


def test_who_does_not_want_to_go_on_leaves_nothing_behind(box: DealtBox, tmp_path: Path) -> None:
    box.everybody_looks()
    box.rehearsal.cut()
    box.do(Control.BACK)
    assert box.page == "home"
    assert not (tmp_path / "seal").exists()
    assert box.journal() == []
