"""Tests a day of Wherewolf on which each has the floor in turn, in an order that only public facts decide: with a box,
with a moderator, and with one who tells no roles. The Accused have the floor in the same way."""

from collections.abc import Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.cues import Say
from nightcrier.box.show.stages import Count, Verdict
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from tests.box.games.engine.test_led_day_at_table import lasts_as_reckoned
from tests.box.games.wherewolf.table.led_evening import LedEvening, led_game
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.test_game_menu import leave
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands, by_name
from tests.sampling import sampled

POSSIBLE = (
    *("seer", "pack-leader", "pack-wolf", "mage", "medium", "witch", "healer", "hermit", "peasant", "peasant"),
    *("jester", "bard", "sinner"),
)


def goes_on_for_a_night(question: str, values: Sequence[str]) -> str:
    """Answer like a moderator who tells no roles: on the second round, the game goes on."""
    return "on" if question == "2 house.ask.over" else by_name(question, values)


def at_floor(box: WolfBox) -> bool:
    return isinstance(box.stage, Count) and bool(box.stage.floor)


def begun(where: Path, host: str, players: int = 8, **options: object) -> WolfBox:
    talk = {"talk": "turns", **options}
    return WolfBox(where, POSSIBLE, players, 1, files=ForgetfulDisk(), host=host, pace="fast", **talk).begin()


def at_first_speech(where: Path, host: str = "moderator", **options: object) -> tuple[WolfBox, WolfHands]:
    box = begun(where, host, **options)
    hands = WolfHands(box)
    while not isinstance(box.stage, Count):
        hands.act()
    return box, hands


def evening(where: Path, host: str, *, cut: bool, **options: object) -> tuple[WolfBox, list[Any]]:
    """Play an evening to its verdict. Return, for each speech, its round, row of seats, place in the row, and who is
    out. If `cut`, the power fails during every third speech."""
    box, spoken = begun(where, host, **options), list[Any]()
    hands = WolfHands(box, goes_on_for_a_night)
    while not isinstance(box.stage, Verdict):
        if at_floor(box):
            floor = box.stage.floor
            spoken.append((box.village.number, floor.row, floor.at, box.play.seats_out()))
            if cut and len(spoken) % 3 == 0:
                box.rehearsal.advance(31.0)
                box.cut()
                assert box.stage.floor == floor
                assert 29 <= box.session.clock.whole_seconds(box.rehearsal.now) <= 45, "a quarter of a minute at most"
        hands.act()
    return box, spoken


@pytest.mark.parametrize(("host", "dealing"), [("box", "stacked"), ("moderator", "stacked"), ("moderator", "unknown")])
def test_an_evening_comes_to_its_verdict_and_each_in_play_has_the_floor_once_a_day(host, dealing, tmp_path):
    _, spoken = evening(tmp_path, host, cut=False, dealing=dealing)
    talks = [[*day] for _, day in groupby(spoken, lambda speech: speech[0])]
    assert len(talks) > 1
    for (_, before, *_), (_, row, _, out) in pairwise(day[0] for day in talks):
        assert row == tuple(sorted(row, key=lambda seat: (seat <= before[0], seat))), "round the table, from the next"
        assert {*row} == {*range(1, 9)}.difference(seat + 1 for seat in out)
        assert out or dealing == "unknown"
    for day in talks:
        assert [at for _, row, at, _ in day if row == day[0][1]] == [*range(len(day[0][1]))]


@pytest.mark.parametrize("host", sampled(["moderator", "box"], 1))
def test_a_plug_pulled_in_the_midst_of_a_speech_leaves_the_floor_and_the_verdict(host, tmp_path):
    (box, spoken), (cut, again) = (evening(tmp_path / str(cut), host, cut=cut) for cut in (False, True))
    assert again == spoken
    assert cut.stage == box.stage


def test_back_gives_the_floor_back_with_its_whole_time_and_start_gives_it_on(tmp_path):
    box, _ = at_first_speech(tmp_path)
    row, floors = box.stage.floor.row, list[int]()
    for control in (Control.START, Control.BACK, Control.START):
        floors.append(box.stage.floor.at)
        box.rehearsal.advance(7.0)
        box.do(control, Gesture.PRESS)
        box.until(lambda: at_floor(box))
        assert view_lines(look(box.rehearsal.box.daemon.house, box.table))[0] in ("1:00", "0:59")
    assert [*floors, box.stage.floor.at] == [0, 1, 0, 1]
    assert row == tuple(range(1, 9))


def test_who_leaves_in_a_speech_lets_the_talk_begin_anew_without_him(tmp_path):
    box, _ = at_first_speech(tmp_path)
    box.do(Control.START)
    box.until(lambda: at_floor(box))
    leave(box, 1)
    box.until(lambda: at_floor(box))
    assert (box.stage.floor.row, box.stage.floor.at) == (tuple(range(2, 9)), 0)


def test_a_day_of_twelve_by_turns_ends_within_three_seconds_of_its_reckoned_length(tmp_path):
    assert len(lasts_as_reckoned(begun(tmp_path, "box", 12))) == 12


@pytest.mark.parametrize(
    ("options", "seconds"),
    [
        ({}, 60.0),
        ({"assembly": 5}, 18.0),  # of a first talk of two minutes and a half
        ({"assembly": 3}, 11.0),
        ({"assembly": 5, "timed_day": True}, None),
        ({"talk": "free"}, None),
    ],
)
def test_all_have_an_equal_share_of_the_talk_but_on_a_timed_day(options, seconds, tmp_path):
    box, _ = at_first_speech(tmp_path, **options)
    assert at_floor(box) == bool(seconds)
    assert not seconds or box.stage.seconds == seconds


def heard(roles: str) -> list[Any]:
    """Return what is heard on two days, who has the floor, and for how long. Seat 2 is killed in the night between
    them, and seats 4 and 5 are Accused on both."""
    game = LedEvening(led_game(roles, talk="turns"))
    game.after_night().after_day("4=3 5=3", "4=3 5=3").after_night("pack-leader 2").day("4=3 5=3", "4=2 5=2")
    by_day = [stage for stage in game.stages if isinstance(stage, Count) or getattr(stage, "page", "") in DAY]
    return [(lines_of(stage), getattr(stage, "seconds", 0), stage.floor) for stage in by_day]


DAY = ("dawn", "vote")


def lines_of(stage: Any) -> list[str]:
    return [line for cue in getattr(stage, "show", ()) if isinstance(cue, Say) for line in cue.lines]


def test_no_card_decides_who_speaks_or_for_how_long():
    """No card decides this either for the Accused or for whoever was killed."""
    deals = ("peasant seer pack-leader witch mage healer", "mage healer pack-leader seer peasant witch")
    days = [heard(f"{deal} jester sinner") for deal in deals]
    assert days[0] == days[1]
    spoken = [floor.seat for _, seconds, floor in days[0] if seconds == 60.0]
    assert spoken == [*range(1, 9), 4, 5, *range(3, 9), 1, 4, 5]
    called = [lines[-1] for lines, _, floor in days[0] if lines and floor]
    assert called == [*["day.floor"] * 8, *["house.defend"] * 2, *["day.floor"] * 7, *["house.defend"] * 2]
