"""Tests `nightcrier run` as a process on mock pins: it stops when told, and no usual fault ends it."""

import signal
from collections.abc import Callable

import pytest

from nightcrier.box.events import Control
from nightcrier.cli import main
from nightcrier.kernel.folders import standard_folders
from nightcrier.tools.run import POWER_OFF_STATUS
from tests.box.stage import Stage
from tests.tools.process import AT_ONCE, BoxProcess

START, BACK = Control.START, Control.BACK
BEGIN = ("start",)
"""The gesture that answers how to deal before a box's first game."""


def night(box: Stage) -> None:
    box.begin_night()
    box.rehearsal.advance(20.0)


def pause(box: Stage) -> None:
    night(box)
    box.start()


def day(box: Stage) -> None:
    box.begin_night()
    box.rehearsal.until(lambda: box.page == "day", 900)


def vote(box: Stage) -> None:
    box.begin_night()
    box.rehearsal.until(lambda: box.page == "vote", 900)


def ask(box: Stage) -> None:
    box.begin_night()
    box.rehearsal.until_idle(900)


STAGES: dict[str, Callable[[Stage], None]] = {"night": night, "day": day, "vote": vote, "ask": ask}
PAGES = {
    "home": (),
    "menu": ("dial press",),
    "deck": ("back",),
    "night": (*BEGIN, "start"),
    "pause": (*BEGIN, "start", "start"),
    "question": (*BEGIN, "back hold"),
}


def ends_well(box: BoxProcess, number: int = signal.SIGTERM) -> bool:
    return box.end(number) == 0 and not any("Traceback" in line for line in box.log)


@pytest.mark.parametrize("page", PAGES)
def test_it_stops_at_this_page_when_told(tmp_path, page):
    with BoxProcess(tmp_path) as box:
        box.says("Page home")
        box.tells_systemd("READY=1")
        box.hand(*PAGES[page])
        if page != "home":
            box.says(f"Page {page}")
        assert ends_well(box)
        box.tells_systemd("STOPPING=1")


@pytest.mark.parametrize("page", STAGES)
def test_it_goes_on_at_this_stage_after_a_cut_and_stops_when_told(tmp_path, page):
    rehearsed = Stage(standard_folders({}, tmp_path / "state"))
    STAGES[page](rehearsed)
    with BoxProcess(tmp_path) as box:
        box.says("Page question")
        box.hand("start")
        box.says(f"Page {page}")
        assert ends_well(box)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_ctrl_c_and_a_closed_terminal_end_it_properly(tmp_path, number):
    with BoxProcess(tmp_path) as box:
        box.says("Page home")
        box.hand(*BEGIN, "start")
        box.says("Page night")
        assert ends_well(box, number)


def test_switched_off_on_the_box_it_ends_with_the_status_the_service_waits_for(tmp_path):
    with BoxProcess(tmp_path) as box:
        box.says("Page home")
        box.hand("dial press", "dial -1", "dial press", "dial +1", "dial press")
        box.says("Page question")
        box.hand("start")
        assert box.wait() == POWER_OFF_STATUS
        box.tells_systemd("STOPPING=1")
        assert not any("Traceback" in line for line in box.log)


def test_without_screen_card_and_voices_it_says_so_once_and_plays(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "device.toml").write_text(f"[screen]\ncontroller = 'sh1106'\n{AT_ONCE}")
    with BoxProcess(tmp_path, SDL_AUDIODRIVER="alsa") as box:
        box.says_each("fault screen: The screen does not answer", "fault sound: There is no speaker", "Page fault")
        box.hand("start", "start", "start", *BEGIN, "start")  # that there is no sound is told when a game begins
        box.says("Page night")
        assert ends_well(box)
        assert len([line for line in box.log if line.startswith("fault screen")]) == 1
        assert len([line for line in box.log if line.startswith("fault sound")]) == 1


def test_wrong_settings_cost_themselves_only(tmp_path):
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "device.toml").write_text(f"[panel]\nstart = 99\n[screen]\ncontroller = 'none'\n{AT_ONCE}")
    with BoxProcess(tmp_path) as box:
        assert "panel.start" in box.says("fault config: ")
        box.says("Page fault")
        box.hand("start", *BEGIN, "start")
        box.says("Page night")
        assert ends_well(box)
        assert not any("fault screen" in line for line in box.log)


def test_where_nothing_can_be_written_it_plays_and_says_so(tmp_path):
    (tmp_path / "state").write_text("a file where the folder should be")
    with BoxProcess(tmp_path) as box:
        box.says("fault state: ")
        box.says("Page fault")
        box.hand("start", *BEGIN, "start")
        box.says("Page night")
        assert ends_well(box)
        assert (tmp_path / "state").read_text() == "a file where the folder should be"


PARTS = {
    "nightcrier.box.parts.DecodedHands.poll": "fault panel: Waiting for the buttons",
    "nightcrier.box.sound.desk.desk.Desk.speak": "fault sound: Speak",
    "nightcrier.box.sound.desk.desk.Desk.poll": "fault sound: The loudspeaker",
    "nightcrier.box.memory.journal.Journal.append": "fault state: Record",
}


@pytest.mark.parametrize("part", PARTS)
def test_a_part_that_raises_is_told_once_and_kills_nothing(tmp_path, part):
    with BoxProcess(tmp_path) as box:
        box.says("Page home")
        box.hand(f"break {part}", *BEGIN)
        box.says(PARTS[part])
        assert box.end() == 0
        assert len([line for line in box.log if line.startswith(PARTS[part])]) == 1


def test_a_fall_in_the_night_comes_up_in_the_night_and_the_fourth_time_clean(tmp_path):
    chosen = Stage(standard_folders({}, tmp_path / "state"))
    for hand in (chosen.press, chosen.press, lambda: chosen.turn(1), chosen.press):
        hand()
    chosen.rehearsal.advance(5.0)
    with BoxProcess(tmp_path) as box:
        box.says("Page home")
        box.hand(*BEGIN, "start")
        box.says("Page night")
        while box.log.count("Saved journal.") < 2:  # that it began, and that its night fell
            box.says("")
        box.end(signal.SIGKILL)
    deck = tmp_path / "own" / "scenarios" / "worst.toml"
    deck.parent.mkdir()
    deck.write_text("no deck")
    for _ in range(2):
        with BoxProcess(tmp_path) as box:
            assert "Page night." in box.says("Page ")
            box.says("fault game: ")
            box.end(signal.SIGKILL)
    with BoxProcess(tmp_path) as box:
        assert "Page home" in box.says("Page ")
        box.says("fault aside: The box crashed three times in a row")
        box.says("Page fault")
        box.end()
        assert not any(line.startswith("fault game") for line in box.log)
    broken = {file.name for file in (tmp_path / "state").glob("*.broken")}
    assert broken == {"choices.json.broken", "journal.jsonl.broken"}


def test_a_loop_that_hangs_says_nothing_more_to_the_watchdog(tmp_path):
    with BoxProcess(tmp_path, WATCHDOG_USEC="100000") as box:
        box.says("Page home")
        for _ in range(5):
            box.tells_systemd("WATCHDOG=1")
        box.hand("hang", "start")
        while not box.falls_silent(periods=1.0):
            pass
        assert box.process.poll() is None


def test_a_second_one_on_the_same_state_is_refused_and_one_after_a_kill_is_not(tmp_path, call):
    script = tmp_path / "evening.txt"
    script.write_text("1 wait\n")
    second = ["rehearse", str(script), "--out", str(tmp_path / "out"), "--state", str(tmp_path / "state")]
    with BoxProcess(tmp_path) as box:
        box.says("Page home")
        assert "is used by another Nightcrier that runs now" in call(2, *second).err
        box.process.kill()
        box.process.wait()
        assert main(second) == 0
