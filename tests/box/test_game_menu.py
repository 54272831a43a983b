"""Tests the menu over a game of many nights on a box: it opens at any moment, is silent if a moderator leads, and
outlives a power cut. Afterward, the game goes on where it was."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.game_menu import GameMenu
from nightcrier.box.show.stages import Ask, Count, Perform, Tell, in_the_dark
from nightcrier.box.table.game.conducting import current_turn, turn_state
from nightcrier.kernel.ids import LineId
from tests.box.games.wherewolf.table.host import text_of
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands

POSSIBLE = (
    *("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "peasant"),
    *("jester", "assassin"),
)
SEATS = 8


def wolf_box(where: Path, host: str, **options: object) -> tuple[WolfBox, WolfHands]:
    box = WolfBox(where, POSSIBLE, SEATS, 1, files=ForgetfulDisk(), host=host, **options)
    box.begin()
    return box, WolfHands(box)


def play_until(hands: WolfHands, enough: Callable[[], bool]) -> None:
    while not enough():
        hands.act()


def by_day(box: WolfBox, number: int) -> bool:
    return box.village.number == number and isinstance(box.stage, Count)


def open_by_back(box: WolfBox) -> None:
    box.do(Control.BACK, Gesture.HOLD).do(Control.DIAL)


def choose(box: WolfBox, value: str) -> None:
    """Turn to an answer of the menu, and give it."""
    asked = box.stage
    assert isinstance(asked, Ask), asked
    page = box.table.page
    wanted = [option.value for option in asked.choices].index(value)
    box.do(Control.DIAL, Gesture.TURN, wanted - getattr(page, "index", 0)).do(Control.DIAL)


def leave(box: WolfBox, seat: int) -> None:
    """Let somebody leave through the menu, as everybody hears."""
    open_by_back(box)
    choose(box, "leaves")
    choose(box, str(seat - 1))
    assert seat - 1 not in box.session.play.game.seats_out()  # BACK still takes back a slip
    box.rehearsal.advance(1.0)  # the birds of the day go down before the words
    box.do(Control.START)
    box.until(lambda: not isinstance(box.session.play, GameMenu))


def said(box: WolfBox) -> list[str]:
    return box.out.getvalue().splitlines()


def test_who_leaves_by_day_is_out_and_the_talk_goes_on_where_it_stood(tmp_path):
    box, hands = wolf_box(tmp_path, "moderator", assembly=5)
    play_until(hands, lambda: by_day(box, 1))
    box.rehearsal.advance(100.0)
    leave(box, 4)
    clock = box.session.clock
    assert clock.whole_seconds(box.rehearsal.now) in (49, 50)  # of the 150 s of a first talk
    assert box.play.seats_out() == (3,)
    assert any(LineId("wherewolf.hunger") in line for line in said(box))
    play_until(hands, lambda: box.village.number == 2)
    assert 3 not in box.village.known.in_play


@pytest.mark.parametrize("timed", [False, True])
def test_who_leaves_in_a_vote_makes_it_begin_anew(tmp_path, timed):
    box, hands = wolf_box(tmp_path, "moderator", timed_day=timed)
    play_until(hands, lambda: counts_hands_for(box, 3))
    leave(box, 4)
    assert isinstance(box.stage, Count)
    assert bool(box.stage.clock) == timed
    asked: list[str] = []
    while box.village.number == 1:
        if isinstance(box.stage, Ask):
            asked.append(text_of(box.stage.question))
        hands.act()
    assert not [each for each in asked if each.endswith("n=4")]
    assert [each for each in asked if each.endswith("n=5")]


def counts_hands_for(box: WolfBox, seat: int) -> bool:
    return isinstance(box.stage, Ask) and text_of(box.stage.question) == f"house.ask.hands n={seat}"


def test_a_seat_that_left_at_dusk_is_not_called_and_votes_no_more(tmp_path):
    box, hands = wolf_box(tmp_path, "box")
    play_until(hands, lambda: box.village.number == 1 and box.window == "seat-3")
    leave(box, 6)
    turn = current_turn(box.session) or ("", None)
    assert (box.until(lambda: bool(box.window)).window, turn[0]) in (("seat-3", "seat-3"), ("seat-3", ""))
    step = box.play.steps[0]
    assert len(step.rows) == 2
    called: list[str] = []
    while box.village.number == 1:
        called += [box.window] if box.window and box.window not in called[-1:] else []
        hands.act()
    assert "seat-6" not in called
    assert called.count("seat-5") > 1
    assert 5 not in (box.village.rounds[-1].acts.day.accusation.votes or {})  # type: ignore[union-attr]


@pytest.mark.parametrize("cut", [False, True])
def test_the_menu_gives_no_second_choice_to_whoever_has_read_what_came_of_the_first(tmp_path, cut):
    box, hands = wolf_box(tmp_path, "box")
    play_until(hands, lambda: box.village.number == 1 and box.window == "seat-3")
    box.look()
    while not (box.session.acting and box.session.acting.row):
        box.do(Control.DIAL, Gesture.TURN, 1).do(Control.DIAL)
    box.look()
    chosen = box.session.acting.row
    open_by_back(box)
    if cut:
        box.cut()
    box.do(Control.BACK)
    acting = turn_state(box.until(lambda: box.window == "seat-3").session, "seat-3")
    assert acting.row == chosen
    assert (acting.index, acting.held) == (-1, None)


def test_a_wolf_that_left_at_night_leaves_the_choice_to_the_next(tmp_path):
    box, hands = wolf_box(tmp_path, "moderator")
    play_until(hands, lambda: box.village.number == 2 and in_the_dark(box.stage) and isinstance(box.stage, Tell))
    wolves = [seat for seat in box.village.known.in_play if box.village.known.players[seat].strength]
    leave(box, wolves[0] + 1)
    assert wolves[0] not in box.village.known.in_play
    play_until(hands, lambda: not in_the_dark(box.stage))
    assert all(action.seat != wolves[0] for action in box.village.night)


def test_the_sheet_leads_to_the_menu_without_a_word(tmp_path):
    box, hands = wolf_box(tmp_path, "moderator")
    play_until(hands, lambda: box.village.number == 2 and isinstance(box.stage, Ask) and in_the_dark(box.stage))
    before, stage = len(said(box)), box.stage
    assert isinstance(box.do(Control.START, Gesture.HOLD).do(Control.DIAL).session.play, GameMenu)
    assert in_the_dark(box.stage)
    for _ in range(2):
        choose(box, "entered" if isinstance(box.stage, Ask) and "menu" in str(box.stage.question) else "1")
    assert box.do(Control.BACK).do(Control.BACK).do(Control.BACK).stage == stage
    assert not [line for line in said(box)[before:] if "says" in line]


def test_a_game_goes_on_without_its_moderator(tmp_path):
    box, hands = wolf_box(tmp_path, "moderator")
    play_until(hands, lambda: by_day(box, 1))
    open_by_back(box)
    choose(box, "handed")
    choose(box, "box")
    assert not box.until(lambda: not isinstance(box.session.play, GameMenu)).village.led
    play_until(hands, lambda: by_day(box, 2))
    assert box.play.sheet() == ()


@pytest.mark.parametrize("answers", [(), ("leaves",), ("leaves", "2")])
def test_a_power_cut_in_the_menu_loses_nothing(tmp_path, answers):
    box, hands = wolf_box(tmp_path, "box")
    play_until(hands, lambda: box.village.number == 1 and box.window == "seat-5")
    open_by_back(box)
    for value in answers:
        choose(box, value)
    stage = box.stage
    assert box.cut().stage == stage
    for value in ("leaves", "2")[len(answers) :]:
        choose(box, value)
    box.do(Control.START)
    game = box.until(lambda: not isinstance(box.session.play, GameMenu)).play
    assert game.seats_out() == (2,)
    assert box.cut().play == game
    assert isinstance(box.stage, Perform)
    assert box.until(lambda: bool(box.window)).window == "seat-5"
