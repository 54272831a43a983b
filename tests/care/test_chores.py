"""Tests what root does for the box: it looks at what is on a stick, and does one chore."""

import fcntl
import os
import socket
from collections.abc import Sequence
from pathlib import Path

import pytest

from nightcrier.care.stick import newest_saved, newest_update, stick_news
from nightcrier.cli import main
from nightcrier.kernel.chores import (
    CHORE_NEWS,
    NET_SOCKET,
    STICK_NEWS,
    WIFI_NEWS,
    Chore,
    ChoreDone,
    ChoreNews,
    StickIn,
    StickOut,
    WifiChore,
    WifiDown,
    WifiFault,
    WifiUp,
    ask_for,
    read_chore_news,
)
from nightcrier.tools import chore as command
from nightcrier.tools.chore import try_chore
from nightcrier.tools.own_wifi import NO_PROGRAM, NmcliAnswer
from tests.care.given_files import DECK


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Insert a stick, and give root and the box temporary folders."""
    for name in ("asked", "told"):
        (tmp_path / name).mkdir()
    place = tmp_path / "stick"
    monkeypatch.setattr(command, "RUNTIME", tmp_path / "asked")
    monkeypatch.setattr(command, "STICK", place)
    monkeypatch.setattr(command, "stick_named", lambda _named: place)
    monkeypatch.setattr(command, "tell_news", lambda news, reader=-1: _TELL(news, tmp_path / "told", reader))
    monkeypatch.setattr(os.path, "ismount", lambda asked: asked == place and place.is_dir())
    return tmp_path


_TELL = command.tell_news


def test_what_lies_on_it_is_told_before_anything_is_taken(stick):
    files: dict[str, bytes | str] = dict.fromkeys(("decks/a.toml", "device.toml", "report.txt", "odd.exe"), "")
    updates = dict.fromkeys(("nightcrier-1.9.tar.xz", "nightcrier-1.9.tar.xz.sig", "nightcrier-2.0.tar.xz"), "")
    assert stick_news(stick(files)) == StickIn(3)
    assert stick_news(stick({**updates})) == StickIn(3, "1.9"), "one without a signature is none"


def test_the_newest_update_is_the_one_with_the_highest_number(stick):
    numbers = ["1.2", "1.9", "1.10.dev3", "1.10a2", "1.10b1", "1.10rc2", "1.10rc10", "1.10", "1.10.post1", "1.10.1"]
    while numbers:
        names = [f"nightcrier-{number}.tar.xz" for number in numbers]
        folder = stick(dict.fromkeys((*names, *(f"{name}.sig" for name in names)), "")) / "nightcrier"
        newest = newest_update(folder)
        assert newest == folder / names[-1]
        newest.unlink()
        numbers.pop()


def test_the_saved_box_with_the_highest_number_is_told(stick):
    names = ("saved", "saved-2", "saved-10", "saved-x", "saved-10 (copy)", "other")
    place = stick(dict.fromkeys((f"nightcrier-{name}.zip" for name in names), ""))
    news = stick_news(place, has_before=True)
    assert isinstance(news, StickIn)
    assert (news.saved, news.has_before) == (10, True)
    newest = newest_saved(place / "nightcrier")
    assert newest is not None
    assert newest.name == "nightcrier-saved-10.zip"


@pytest.mark.parametrize("without", ["nothing", "folder"])
def test_no_stick_is_told_as_none(tmp_path, without):
    assert stick_news(None if without == "nothing" else tmp_path) == StickOut()


def test_of_a_crowded_stick_no_list_of_all_is_made(stick, monkeypatch):
    place = stick({"nightcrier-1.9.tar.xz": "", "nightcrier-1.9.tar.xz.sig": ""})
    monkeypatch.setattr(Path, "glob", lambda *_: pytest.fail("it holds all names at once"))
    assert stick_news(place) == StickIn(0, "1.9")


def test_one_that_cannot_be_read_is_told_as_none(stick, monkeypatch):
    place = stick({"nightcrier-1.9.tar.xz": "", "nightcrier-1.9.tar.xz.sig": ""})

    def is_file(_path: Path) -> bool:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(Path, "is_file", is_file)
    assert stick_news(place) == StickOut()


@pytest.mark.usefixtures("box")
def test_one_looks_at_a_time_and_none_while_a_stick_is_laid_there(root, stick, monkeypatch):
    stick({"device.toml": ""})
    held = list[bool]()

    def tell(news: ChoreNews) -> None:
        with (root / "stick.lock").open("rb") as other:
            try:
                fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                held.append(True)

    monkeypatch.setattr(command, "tell_news", tell)
    assert main(["chore", "look"]) == 0
    assert held == [True]
    assert (root / "stick.lock").stat().st_mode & 0o077 == 0, "nobody else can hold it"


@pytest.mark.usefixtures("box")
def test_the_box_hears_of_a_stick_that_comes_and_goes(root, stick):
    stick({"decks/sunday.toml": DECK})
    assert main(["chore", "look"]) == 0
    assert read_chore_news(root / "told" / STICK_NEWS) == StickIn(1)
    (root / "stick").rename(root / "pulled")
    assert main(["chore", "look"]) == 0
    assert read_chore_news(root / "told" / STICK_NEWS) == StickOut()


@pytest.mark.usefixtures("box")
def test_it_takes_what_lies_there_when_the_box_asks(root, stick):
    stick({"decks/sunday.toml": DECK, "decks/bad.toml": "x"})
    ask_for(Chore.TAKE, root / "asked")
    assert main(["chore", "do"]) == 0
    assert read_chore_news(root / "told" / CHORE_NEWS) == ChoreDone(Chore.TAKE, new={"decks": 1}, refused=1)


@pytest.mark.usefixtures("root")
def test_without_a_word_nothing_is_done(call):
    assert call(2, "chore", "do").err == "The box has asked for nothing that is done here.\n"


@pytest.mark.usefixtures("root", "box")
@pytest.mark.parametrize("chore", [Chore.TAKE, Chore.SAVE, Chore.UPDATE, Chore.RESTORE, Chore.UNDO_RESTORE])
def test_a_stick_that_was_pulled_is_told_as_failed(chore, capsys):
    assert try_chore(chore) == ChoreDone(chore, good=False)
    assert capsys.readouterr().err


@pytest.mark.parametrize(("status", "good"), [("true", True), ("false", False)])
def test_updates_and_the_way_back_are_the_installers(root, stick, monkeypatch, status, good):
    asked = list[str]()

    def installs(*words: str) -> bool:
        asked.extend(words)
        return status == "true"

    monkeypatch.setattr(command, "_install", installs)
    place = stick({"nightcrier-1.9.tar.xz": "", "nightcrier-1.9.tar.xz.sig": ""})
    assert try_chore(Chore.UPDATE) == ChoreDone(Chore.UPDATE, good=good)
    assert try_chore(Chore.BACK) == ChoreDone(Chore.BACK, good=good)
    assert asked == [str(place / "nightcrier" / "nightcrier-1.9.tar.xz"), "--back"]
    assert root.is_dir()


@pytest.fixture
def ran(monkeypatch):
    """Return the commands that root ran. One that starts a unit fails if `fails` is in the list."""
    done = list[str]()

    def run(words: Sequence[str]) -> bool:
        done.append(" ".join(words).removeprefix("/usr/bin/systemctl "))
        return not done[-1].startswith("start") or "fails" not in done

    monkeypatch.setattr(command, "_run", run)
    return done


class PretendSwitch:
    """Stands in for the switch with which root turns on the Wi-Fi."""

    def __init__(self, _ask: object, _chance: object) -> None:
        pass

    def done(self, chore: WifiChore) -> WifiUp | WifiDown:
        return WifiUp("Nightcrier3F2A", "ghjkmnprstwx") if chore is WifiChore.ON else WifiDown()


@pytest.mark.usefixtures("ran")
def test_a_wifi_is_told_to_whoever_owns_the_folder_of_the_box(root, monkeypatch):
    monkeypatch.setattr(command, "OwnWifiSwitch", PretendSwitch)
    monkeypatch.setattr(command, "ask_nmcli", lambda *_: NmcliAnswer(0))
    owners = list[int]()
    monkeypatch.setattr(os, "chown", lambda _place, user, _group: owners.append(user))
    for chore, news in ((WifiChore.ON, WifiUp("Nightcrier3F2A", "ghjkmnprstwx")), (WifiChore.OFF, WifiDown())):
        ask_for(chore, root / "asked")
        assert main(["chore", "do"]) == 0
        assert read_chore_news(root / "told" / WIFI_NEWS) == news
    assert owners == [(root / "asked").stat().st_uid] * 2
    assert not (root / "told" / CHORE_NEWS).exists()


def switched(root: Path, chore: WifiChore) -> object:
    ask_for(chore, root / "asked")
    main(["chore", "do"])
    return read_chore_news(root / "told" / WIFI_NEWS)


def open_door(root: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(root / "asked" / NET_SOCKET))


def test_the_page_is_started_first_and_then_the_network_once_there_is_none(root, ran, monkeypatch):
    monkeypatch.setattr(command, "OwnWifiSwitch", PretendSwitch)
    monkeypatch.setattr(command, "ask_nmcli", lambda words, program: ran.append(" ".join((*program, *words))))
    open_door(root)
    assert switched(root, WifiChore.ON) == WifiUp("Nightcrier3F2A", "ghjkmnprstwx")
    waited = "/usr/bin/nm-online --wait-for-startup --quiet --timeout=30"
    assert ran == ["start nightcrier-net.service", waited]


def test_a_page_that_cannot_have_its_port_is_told_and_no_network_made_for_it(root, ran, monkeypatch):
    monkeypatch.setattr(command, "OwnWifiSwitch", None)
    ran.append("fails")
    assert switched(root, WifiChore.ON) == WifiDown(WifiFault.PAGE)


@pytest.mark.parametrize("of_card", [False, True])
def test_both_end_where_the_box_has_shut_its_door_and_on_a_card_all_of_the_network(root, ran, monkeypatch, of_card):
    monkeypatch.setattr(command, "OwnWifiSwitch", PretendSwitch)
    monkeypatch.setattr(command, "CARD_TOOLS", root if of_card else root / "none")
    assert switched(root, WifiChore.OFF) == WifiDown()
    assert ran == [f"stop nightcrier-net.service{' NetworkManager.service' if of_card else ''}"]


def test_a_page_that_is_on_for_good_goes_on(root, ran, monkeypatch):
    monkeypatch.setattr(command, "OwnWifiSwitch", PretendSwitch)
    open_door(root)
    assert switched(root, WifiChore.OFF) == WifiDown()
    assert ran == []


@pytest.mark.usefixtures("ran")
def test_where_there_is_no_networkmanager_the_box_is_told_so(root, monkeypatch):
    monkeypatch.setattr(command, "ask_nmcli", lambda *_: NmcliAnswer(NO_PROGRAM))
    ask_for(WifiChore.ON, root / "asked")
    assert main(["chore", "do"]) == 1
    assert read_chore_news(root / "told" / WIFI_NEWS) == WifiDown(WifiFault.NO_MANAGER)


@pytest.mark.usefixtures("ran")
def test_a_disk_that_refuses_is_told_as_failed(root, monkeypatch, capsys):
    class Refusing(PretendSwitch):
        def done(self, chore: WifiChore) -> WifiUp | WifiDown:
            raise OSError(30, "Read-only file system")

    monkeypatch.setattr(command, "OwnWifiSwitch", Refusing)
    ask_for(WifiChore.ON, root / "asked")
    assert main(["chore", "do"]) == 1
    assert read_chore_news(root / "told" / WIFI_NEWS) == WifiDown(WifiFault.FAILED)
    assert "Read-only" in capsys.readouterr().err
