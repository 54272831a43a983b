"""Tests a box in real time with its door open, and one that cannot open it."""

import queue
import socket
from pathlib import Path
from threading import Thread

from nightcrier.box.events import Stop
from nightcrier.box.hardware import Hardware
from nightcrier.box.loop import Inbox, count_start, run_until_stopped
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import RealClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.settings import NetSettings, Settings
from nightcrier.wire.public_record import TableOffers, TableShown, WishDone, WishRefused, read_public_line
from nightcrier.wire.wishes import Do, LoudnessWish, SettingWish, wish_line

ON = Settings(net=NetSettings(enabled=True))


def run_box(where: Path, inbox: Inbox, settings: Settings) -> Thread:
    hardware = Hardware(RealClock(), SeededChance(1), SilentPlayer())
    folders = standard_folders({}, where)

    def run() -> None:
        with count_start(folders) as crashes:
            run_until_stopped(folders, settings, hardware, inbox, [], crashes)

    box = Thread(target=run, daemon=True)
    box.start()
    return box


def test_the_second_program_is_told_and_leaves_no_socket_behind(tmp_path):
    inbox: Inbox = queue.SimpleQueue()
    box = run_box(tmp_path, inbox, ON)
    with _caller(tmp_path, box) as caller, caller.makefile("rb") as lines:
        news = (read_public_line(line).news for line in lines)
        awaited = {TableShown, TableOffers}
        while awaited:  # a slow machine shows the table twice before it tells the offers
            awaited.discard(type(next(news)))
        inbox.put(Stop(0.0))
        box.join(30.0)
    assert not (tmp_path / "net.sock").exists()


def test_a_wish_changes_the_table_and_is_told_and_answered_after_that(tmp_path):
    inbox: Inbox = queue.SimpleQueue()
    box = run_box(tmp_path, inbox, ON)
    with _caller(tmp_path, box) as caller, caller.makefile("rb") as lines:
        caller.send(wish_line(Do(5, LoudnessWish(3))) + wish_line(Do(6, SettingWish("main", "screen.none", ""))))
        told = (read_public_line(line).news for line in lines)
        assert next(news for news in told if isinstance(news, TableShown) and news.loudness == 3)
        answers = (news for news in told if isinstance(news, WishDone | WishRefused))
        assert [next(answers), next(answers)] == [WishDone(5), WishRefused(6, "net.untaken.absent")]
        inbox.put(Stop(0.0))
        box.join(30.0)


def test_a_box_whose_door_cannot_be_had_plays_without_it(tmp_path, caplog):
    (tmp_path / "net.sock").mkdir()
    inbox: Inbox = queue.SimpleQueue()
    inbox.put(Stop(0.0))
    run_box(tmp_path, inbox, ON).join(30.0)
    assert "The second program cannot be let in" in caplog.text


def _caller(where: Path, box: Thread) -> socket.socket:
    """Return a connection to the box, trying until its door is open."""
    while box.is_alive():
        caller = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        caller.settimeout(30.0)
        try:
            caller.connect(str(where / "net.sock"))
        except OSError:
            caller.close()
        else:
            return caller
    raise AssertionError("the box has ended")
