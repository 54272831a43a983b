"""Whole boxes of one hall: whatever their people hold, and however long they took, their nights begin together, and
what everybody at a table may know until then hangs on no card."""

from pathlib import Path

import pytest

from nightcrier.box.events import Wished
from nightcrier.wire.wishes import DuskWish
from tests.box.dealt import DealtBox
from tests.box.test_leaks import DECKS

DUSK = 400.0


def at_dusk(where: Path, seed: int, late: float = 0.0, told: float | None = DUSK) -> DealtBox:
    """Everybody has read a card; the box waits, if it was told of a dusk."""
    box = DealtBox(where, DECKS[1], seed, lone_wolf=True, pace="fast")
    if told is not None:
        box.rehearsal.take(Wished(box.rehearsal.now, DuskWish(told)))
    box.rehearsal.advance(late)
    box.start()
    box.everybody_looks()
    box.until(lambda: box.page in {"dusk", "night"})
    return box


def begun_at(box: DealtBox) -> float:
    session = box.table.session
    assert session is not None
    return session.since


@pytest.mark.parametrize("late", [0.0, 17.3])
def test_tables_that_pressed_start_at_other_times_begin_together(tmp_path: Path, late: float) -> None:
    box = at_dusk(tmp_path, 2, late)
    assert box.page == "dusk"
    assert box.rehearsal.now < DUSK
    box.until(lambda: box.page == "night")
    assert box.rehearsal.now == begun_at(box) == DUSK


def test_without_a_dusk_the_night_follows_the_cards(tmp_path: Path) -> None:
    box = at_dusk(tmp_path, 2, told=None)
    assert box.page == "night"
    assert box.rehearsal.now < DUSK


def test_a_night_that_waited_is_the_night_that_would_have_been(tmp_path: Path) -> None:
    """Only later: the same lines, with the same time between them."""
    calls = []
    for told in (None, DUSK):
        box = at_dusk(tmp_path / str(told), 2, told=told)
        box.until(lambda box=box: box.page == "night")  # type: ignore[misc]
        begun = begun_at(box)
        box.until(lambda box=box: box.page == "day")  # type: ignore[misc]
        rows = [row for row in box.kinds("say", "window") if row["t"] >= begun]
        calls.append([(row["kind"], round(row["t"] - rows[0]["t"], 3)) for row in rows if row["t"] < box.rehearsal.now])
    assert calls[0] == calls[1]
    assert len(calls[0]) > 3


def test_what_is_seen_of_a_table_that_waits_is_the_same_under_other_cards(tmp_path: Path) -> None:
    shown = set()
    for seed in (2, 5):
        box = at_dusk(tmp_path / str(seed), seed)
        shown.add((tuple(box.glass), box.rehearsal.now))
    assert len(shown) == 1
