"""Tests reading without holding the dial: one press shows a secret to whoever is asked, and the next hides it."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.stages import Count, Peek, Tell
from nightcrier.box.table.core.house import HandsChoice
from nightcrier.box.table.game.conducting import MOST_PRESSES, turn_state
from nightcrier.box.table.game.secret import handle_turn
from tests.box.table import secret_game
from tests.box.table.asking import shown
from tests.box.table.evening import Evening
from tests.box.table.secret_game import Card, One, Two, entries, view


@pytest.fixture
def reading(dealt):
    """Return an evening in the first window, at a table that presses instead of holding."""
    return latched(dealt)


def latched(evening: Evening) -> Evening:
    evening.table = replace(evening.table, choices=replace(evening.table.choices, hands=HandsChoice(latch=True)))
    return evening


def test_a_press_shows_and_a_press_hides(reading):
    assert shown(reading, "press") == ["Seer"]
    assert shown(reading, "press") == ["Seat 1", "turn.press"]


def test_what_was_read_is_confirmed_by_the_press_after(reading):
    for _ in "show", "hide", "confirm":
        reading.press()
    assert shown(reading)[-1] == "turn.done"


def test_it_goes_by_itself_and_a_press_confirms_it_then(reading):
    assert shown(reading, "press 8s") == ["Seat 1", "turn.press"]
    assert shown(reading, "press")[-1] == "turn.done"


def test_holding_shows_it_as_ever(reading):
    assert shown(reading, "hold") == ["Seer"]
    assert shown(reading, "release") == ["Seat 1", "turn.press"]


def test_back_hides_it_and_takes_nothing_back(reading, monkeypatch):
    monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seer", Two())))
    reading.go("hold 12s ended")
    for _ in "12":
        reading.go("1 press")
    assert shown(reading, "press")[0] == "Seer"
    session = reading.after("back").table.session
    assert session
    assert turn_state(session, "seer").row == ("1", "2")
    assert shown(reading) != ["Seer"]


def test_a_choice_at_the_dial_is_chosen(reading, monkeypatch):
    monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seer", One())))
    session = reading.after("hold 12s ended 1 press").table.session
    assert session
    assert turn_state(session, "seer").row == ("1",)


@pytest.mark.parametrize("latch", [False, True])
def test_every_press_is_written_whatever_the_seat_has(dealt, latch):
    """A card, a choice or nothing in a seat's turn leaves the same number of entries, in the same order."""
    session = dealt.table.session
    assert session
    written = []
    for secret in (Card(), Two(), Two(())):
        found, told = session, list[int]()
        for _ in range(MOST_PRESSES + 3):
            press = Input(0.5, Control.DIAL, Gesture.PRESS)
            found, records = handle_turn(found, "seat-1", secret, press, latch=latch)
            told.append(len(records))
        written.append((told, turn_state(found, "seat-1").pressed))
    assert written == [written[0]] * 3


def test_the_next_picture_comes_at_the_same_moment_whatever_a_press_did(reading, monkeypatch):
    """A press that chooses shows no secret to hide later, but the screen is sent a picture at that moment too."""
    due = []
    for secret in Card(), One(), Two(()):
        monkeypatch.setattr(secret_game, "TURNS", (("seat-1", Card()), ("seer", secret)))
        evening = Evening(reading.house, reading.table).after("hold 12s ended 0.7s 1 press")
        due.append([evening.after(hands).due() for hands in ("7.5s", "0.7s press", "7.5s")])
    assert due == [due[0]] * 3


def test_what_a_seat_is_told_is_shown_by_a_press(start_stages):
    evening = latched(start_stages(Tell(3, (RoleName("seer"),))))
    assert shown(evening, "press") == ["Seer"]
    assert shown(evening, "press") == ["Seat 3", "turn.hold"]


def test_what_lies_open_for_one_seat_is_shown_by_a_press(start_stages):
    evening = latched(start_stages(Count(90.0, peeks=(Peek(3, Word("shield"), (Word("own"),)),))))
    assert view(evening.after("press press")).hidden
    assert view(evening.after("press")).hidden is None
    assert entries(evening)


def test_what_lies_open_for_another_seat_waits_for_a_press_of_its_own(start_stages):
    peeks = tuple(Peek(seat, Word("shield"), (Word("own"),)) for seat in (3, 4))
    evening = latched(start_stages(Count(90.0, peeks=peeks)))
    assert view(evening.after("press press")).hidden
    assert view(evening.after("1")).hidden is None
    seen = view(evening.after("press")).hidden
    assert seen.seats == (4,)


@pytest.mark.parametrize("lies", ["a shield", "a shield that lies there open for one seat"])
def test_the_page_of_all_keeps_its_keys_in_large_letters_while_a_seat_looks(lies, start_stages):
    evening = latched(start_stages(Count(90.0, peeks=(Peek(3, Word(lies), (Word("own"),)),))))
    evening.table = replace(evening.table, choices=replace(evening.table.choices, letters="large"))
    before = view(evening.after("press"))
    looking = view(evening.after("press"))
    assert looking.hidden.public == before
