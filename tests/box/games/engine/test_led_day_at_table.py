"""Tests a led day at the table: what the screen and the phone show of the speaker, what the keys do during a speech,
and how long the day lasts."""

import json
import re
from itertools import groupby

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture
from nightcrier.box.show.cues import show_length
from nightcrier.box.show.stages import Count, Perform, Verdict
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.ground.day import give_minute
from nightcrier.box.table.ground.stage import surface
from nightcrier.box.table.look import look
from nightcrier.kernel.ids import LineId
from nightcrier.tools.decks import line_lengths
from nightcrier.wire.public_record import Phase
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.engine.test_dealt_nights_at_table import FileBox
from tests.box.onlooked import KeptLines
from tests.box.test_game_menu import leave
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands
from tests.on_glass import measure


@pytest.fixture
def speaking(tmp_path):
    """Return a box at the first speech of a day of Mafia, at a table that talks in turns."""
    box = FileBox(tmp_path, "mafia", 6, 3, "moderator", "stacked", talk="turns")
    box.begin()
    hands = WolfHands(box)
    while not (isinstance(box.stage, Count) and box.stage.floor):
        hands.act()
    return box


def seen(box: FileBox) -> list[str]:
    daemon = box.rehearsal.box.daemon
    return view_lines(look(daemon.house, daemon.table))


def test_the_glass_names_who_speaks(speaking):
    first, *_ = speaking.play.seats_in_play()
    assert seen(speaking) == ["1:00", f"Seat {first + 1}"]
    speaking.rehearsal.advance(10.0)
    assert seen(speaking)[0] == "0:50"
    speaking.do(Control.DIAL, Gesture.PRESS)
    speaking.rehearsal.advance(30.0)
    speaking.do(Control.DIAL, Gesture.TURN, 1)
    assert give_minute(speaking.table) == (speaking.table, ()), "of a phone"
    assert seen(speaking)[0] == "0:50", "a turn adds no time: all speak for an equal time"
    speaking.do(Control.DIAL, Gesture.PRESS)
    speaking.rehearsal.advance(43.0)
    said = [row["line"] for row in map(json.loads, speaking.out.getvalue().splitlines()) if row["kind"] == "say"]
    assert said[-3:] == ["seat-first", f"number.{first + 1}", "day.warn"]


def test_back_gives_the_floor_back_with_its_whole_time(speaking):
    floors = [speaking.stage.floor]
    for control in (Control.START, Control.BACK, Control.START):
        speaking.rehearsal.advance(7.0)
        speaking.do(control, Gesture.PRESS)
        while not isinstance(speaking.stage, Count):
            speaking.rehearsal.advance(1.0)
        floors.append(speaking.stage.floor)
        assert seen(speaking)[0] in ("1:00", "0:59")
    assert floors[0] == floors[2] != floors[1] == floors[3]


def test_holding_the_dial_in_a_speech_says_its_own_keys(speaking):
    assert surface(speaking.table).controls(speaking.rehearsal.box.daemon.house, speaking.table) == ("floor.keys",)


def test_start_begins_the_next_speech_at_once(speaking):
    first = speaking.stage.floor
    speaking.do(Control.START, Gesture.PRESS)
    assert isinstance(speaking.stage, Perform)
    speaking.do(Control.START, Gesture.PRESS)
    assert speaking.stage.floor.seat == first.row[1]


def test_the_glass_names_who_is_next_as_soon_as_a_speech_ends(speaking):
    pages, second = list[str](), speaking.stage.floor.row[1]
    speaking.do(Control.START, Gesture.PRESS)
    while isinstance(speaking.stage, Perform):
        pages += seen(speaking)
        speaking.rehearsal.advance(0.1)
    assert "Morning" not in pages
    assert f"Seat {second}" in pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_of_who_speaks_stands_whole_in_every_language(speaking, language):
    daemon = speaking.rehearsal.box.daemon
    table = replace(daemon.table, choices=replace(daemon.table.choices, languages=(language,)))
    for _ in range(2):
        view = look(daemon.house, table)
        assert measure(view).whole
        assert len(view.rows) == 2
        table = replace(table, session=replace(table.session, clock=table.session.clock.stop(table.now)))


def test_the_phone_is_told_the_row_of_speakers_as_all_hear_it(tmp_path):
    """The phone sees only speakers in play, in their order, even between two speeches, and no row at other times."""
    heard = KeptLines()
    box = FileBox(tmp_path, "mafia", 6, 3, "moderator", "stacked", heard.witness, talk="turns").begin()
    hands = WolfHands(box)
    while not isinstance(box.stage, Verdict):
        hands.act()
    living = [seat for seat in range(1, 7) if seat not in box.village.judged[0].night.causes]
    rows = [shown for shown in heard.tables if shown.speakers]
    assert {tuple(seat.number for seat in each.speakers) for each in rows} == {tuple(living)}
    assert [at for at, _ in groupby(each.speaks for each in rows)] == [*range(len(living))]
    assert {each.phase for each in rows} == {Phase.CARDS, Phase.DAY}
    assert heard.tables[-1].speakers == ()
    assert len(living) < 6


def lasts_as_reckoned(box: WolfBox) -> tuple[int, ...]:
    """Check that the first day of a box lasts as long as the lists of decks predict. Return who speaks."""
    hands, length, reckoned = WolfHands(box), line_lengths(box.rehearsal.box.daemon.house.words), 0.0
    while not (isinstance(box.stage, Perform) and box.stage.floor):
        hands.act()
    begun, row = box.rehearsal.now, box.stage.floor.row
    while not (isinstance(stage := box.stage, Perform) and stage.page == "vote"):
        reckoned += getattr(stage, "seconds", 0) + show_length(
            getattr(stage, "show", ()), lambda line: length(LineId(re.sub(r"^seat\.(\d+)$", r"number.\1.on", line)))
        )
        box.until(lambda stage=stage: box.stage is not stage)
    assert abs(box.rehearsal.now - begun - reckoned) < 3
    return row


def test_a_day_of_twelve_by_turns_ends_within_three_seconds_of_its_reckoned_length(tmp_path):
    box = FileBox(tmp_path, "mafia", 12, 3, "box", talk="turns").begin()
    assert len(lasts_as_reckoned(box)) == 12


def test_who_leaves_in_the_own_speech_takes_no_time_from_the_next(speaking):
    _, second, third, *_ = speaking.stage.floor.row
    speaking.do(Control.START, Gesture.PRESS)
    speaking.until(lambda: isinstance(speaking.stage, Count))
    speaking.rehearsal.advance(30.0)
    leave(speaking, second)
    speaking.until(lambda: isinstance(speaking.stage, Count))
    assert speaking.stage.floor.seat == third
    assert seen(speaking)[0] in ("1:00", "0:59")
