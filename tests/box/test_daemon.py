"""Tests that whatever raises inside the box is a fault of that part: told once, tried again, and the night goes on."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from nightcrier.box.daemon import FAILURES_TO_RESTART, RestartNeeded
from nightcrier.box.events import Control, Gesture, Input, Tick, Wished
from nightcrier.box.memory.journal import Journal
from nightcrier.box.panel.port import Edge
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Tell
from nightcrier.box.table.core.effects import Answered, AnswerGuest, Began, Entry
from nightcrier.kernel.faults import Part
from nightcrier.kernel.files import Disk
from nightcrier.kernel.guard import GUARD_PAUSE, FaultGuard
from nightcrier.kernel.refusal import Refusal
from nightcrier.wire.wishes import LookWish
from tests.box.stage import Stage


@pytest.fixture
def box(stage):
    return stage()


def broken(*_: Any, **__: Any) -> Any:
    raise RuntimeError("broken on purpose")


def faults(box: Stage) -> list[tuple[str, bool]]:
    rows = box.kinds("fault")
    return [(row["what"].partition(" failed")[0].removesuffix(" works again."), row["mended"]) for row in rows]


def begin(box: Stage) -> None:
    """Press START until the notices before the game and the request to deal are done."""
    for _ in range(4):
        session = box.rehearsal.box.daemon.table.session
        if session is None or isinstance(session.stage, Tell):
            box.start()
    assert box.rehearsal.box.daemon.table.session


def windows(box: Stage) -> list[str]:
    return [row["role"] for row in box.kinds("window")]


def test_a_drawing_that_raises_leaves_the_night_to_the_voice(box, monkeypatch):
    monkeypatch.setattr("nightcrier.box.face.draw", broken)
    box.begin_night().rehearsal.advance(60.0)
    assert faults(box) == [("Drawing this page", False)]
    assert windows(box)
    assert Part.SCREEN in box.rehearsal.box.daemon.table.faults
    monkeypatch.undo()
    box.rehearsal.until_idle(900)
    assert faults(box)[-1] == ("Drawing this page", True)


def test_a_view_that_raises_leaves_the_picture_before_it(box, monkeypatch):
    monkeypatch.setattr("nightcrier.box.face.look", broken)
    begin(box)
    box.rehearsal.advance(60.0)
    assert box.page == "home"
    assert windows(box)
    monkeypatch.undo()
    box.rehearsal.advance(5.0)
    assert box.page == "night"


def test_a_voice_that_raises_holds_the_night_and_a_hand_lets_it_go_on(box):
    performers = box.rehearsal.box.daemon._performers._performers
    works = performers.perform

    def mute(effect: Any, choices: Any, bags: Any) -> Any:
        return broken() if isinstance(effect, Speak) else works(effect, choices, bags)

    performers.perform = mute
    box.begin_night().rehearsal.advance(30.0)
    assert faults(box) == [("Speak", False)]
    assert windows(box) == []
    assert box.page == "fault"
    box.start().rehearsal.advance(15.0)
    assert windows(box)
    assert len(box.kinds("fault")) == 1
    performers.perform = works
    box.rehearsal.advance(60.0)
    assert faults(box)[-1] == ("Speak", True)
    assert box.kinds("say")


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ("loudspeaker", "The loudspeaker"),
        ("hands", "Waiting for the buttons"),
        ("glass", "The screen"),
        ("keeper", "Keeping the settings"),
    ],
)
def test_a_part_whose_moments_raise_is_left_alone_for_a_second_at_a_time(box, part, told):
    sturdy = box.rehearsal.box.daemon._living[["hands", "loudspeaker", "glass", "keeper"].index(part)]
    polls: list[float] = []

    class Broken:
        def poll(self) -> Any:
            polls.append(box.rehearsal.now)
            return broken()

        due = broken

    works, sturdy._living = sturdy._living, Broken()
    box.rehearsal.advance(10.0)
    assert len(polls) == pytest.approx(10.0 / GUARD_PAUSE, abs=2)
    assert faults(box) == [(told, False)]
    begin(box)
    sturdy._living = works
    box.rehearsal.advance(2.0)
    assert (told, True) in faults(box)


def test_a_decoder_that_raises_costs_one_edge(box):
    daemon = box.rehearsal.box.daemon
    daemon._hands[0].edge = broken
    daemon.take(Edge(0.0, "start", True), Edge(0.1, "start", False))
    assert faults(box) == [("Reading the buttons", False)]
    begin(box)


def test_a_lamp_that_raises_is_told_once(box):
    guard = FaultGuard(box.rehearsal.clock, Part.PANEL, "The lamp")
    box.rehearsal.box.daemon._face._lights = [(SimpleNamespace(show=broken), guard)]
    box.begin_night().rehearsal.until_idle(900)
    assert faults(box)[0] == ("The lamp", False)
    assert len(faults(box)) == 1
    assert "nudge" in windows(box)


def test_an_event_the_game_falls_over_is_passed_over(box, monkeypatch):
    daemon = box.rehearsal.box.daemon
    monkeypatch.setattr("nightcrier.box.daemon.step", broken)
    before = daemon.table
    daemon.take(Input(0.2, Control.DIAL, Gesture.TURN, 1))
    assert daemon.table is before
    monkeypatch.undo()
    daemon.take(Tick(0.2))
    box.turn(1)
    assert daemon.table.choices != before.choices


def test_a_wish_the_game_falls_over_is_refused(stage, monkeypatch):
    daemon, answers = stage().rehearsal.box.daemon, list[AnswerGuest]()
    monkeypatch.setattr("nightcrier.box.daemon.step", broken)
    monkeypatch.setattr(daemon, "_answer", answers.append)
    daemon.take(Wished(0.2, LookWish(), 1, 7), Wished(0.2, LookWish()))
    assert answers == [AnswerGuest(1, 7, Refusal.ABSENT)]


def test_a_game_that_falls_again_and_again_asks_for_a_fresh_start(box, monkeypatch):
    monkeypatch.setattr("nightcrier.box.daemon.step", broken)
    with pytest.raises(RestartNeeded, match="starts afresh"):
        box.rehearsal.take(*[Tick(0.0)] * FAILURES_TO_RESTART)


def test_a_game_that_falls_by_itself_does_not_eat_the_processor(box, monkeypatch):
    box.begin_night()
    box.rehearsal.until(lambda: box.page == "day", 900)
    works, crashes = box.rehearsal.box.daemon, []
    from nightcrier.box.table.step import step

    def falling(house: Any, table: Any, event: Any) -> Any:
        if isinstance(event, Tick) and len(crashes) < FAILURES_TO_RESTART - 1:
            crashes.append(event.at)
            broken()
        return step(house, table, event)

    monkeypatch.setattr("nightcrier.box.daemon.step", falling)
    box.rehearsal.advance(30.0)
    assert len(crashes) == FAILURES_TO_RESTART - 1
    assert all(later - earlier >= GUARD_PAUSE for earlier, later in pairwise(crashes))
    assert works.table.session


JOURNALS = {
    "a game nobody knows": (Began("chess", Setup("x", 3), 1),),
    "a scenario nobody knows": (Began("one-night", Setup("gone", 3), 1),),
    "a number of players that cannot be": (Began("one-night", Setup("first-game", 999), 1),),
    "an option that cannot be": (Began("one-night", Setup("first-game", 3, (), {"pace": "x"}), 1),),
    "a card that is none": (Began("one-night", Setup("first-game", 3, ("dragon",) * 6), 1),),
    "more answers than questions": (Began("one-night", Setup("first-game", 3), 1), *[Answered("x")] * 99),
    "an answer to nothing": (Answered("1"),),
}


@pytest.mark.parametrize("case", JOURNALS)
def test_a_journal_that_makes_no_sense_is_offered_or_set_aside_and_the_box_plays(stage, where, case):
    journal: Journal[Entry] = Journal(Disk(), where.state / "journal.jsonl", Entry)
    where.state.mkdir(parents=True)
    for entry in JOURNALS[case]:
        journal.append(entry, sealed=False)
    box = stage()
    if box.page == "question":
        box.back().hand(Control.START, Gesture.HOLD)
    begin(box)
    box.rehearsal.advance(30.0)
    assert windows(box)


def test_the_settings_say_how_bright_the_glass_is(stage, tmp_path):
    config = tmp_path / "device.toml"
    config.write_text("[screen]\ncontrast = 77\nnight_contrast = 5\n", "utf-8")
    box = stage(config=config)
    box.rehearsal.advance(1.0)
    assert box.rehearsal.screen.level == 77
    box.begin_night().rehearsal.advance(30.0)
    assert box.rehearsal.screen.level == 5
