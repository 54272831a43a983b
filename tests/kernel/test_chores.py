"""Tests the file by which the box asks root for a chore, the only thing root believes, and the news in return."""

import os
from pathlib import Path

import pytest

from nightcrier.kernel.chores import (
    CHORE_NEWS,
    CHORE_WORD,
    STICK_NEWS,
    WIFI_LETTERS,
    WIFI_NEWS,
    Chore,
    ChoreDone,
    StickIn,
    StickOut,
    WifiChore,
    WifiDown,
    WifiFault,
    WifiUp,
    ask_for,
    read_chore_news,
    take_word,
    tell_news,
)


@pytest.mark.parametrize("chore", [*Chore, *WifiChore])
def test_a_word_is_asked_once(tmp_path, chore):
    ask_for(chore, tmp_path)
    assert take_word(tmp_path) is chore
    assert take_word(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", [b"", b"rm -rf /", b"take\n", b"take; reboot", b"TAKE", b"t\x00ake", b"take" * 9999])
def test_no_other_word_is_done_and_it_does_not_stay(tmp_path, word):
    (tmp_path / CHORE_WORD).write_bytes(word)
    assert take_word(tmp_path) is None
    assert not (tmp_path / CHORE_WORD).exists()


def test_a_link_is_not_followed(tmp_path):
    (tmp_path / "other").write_text("take")
    (tmp_path / CHORE_WORD).symlink_to("other")
    assert take_word(tmp_path) is None
    assert (tmp_path / "other").read_text() == "take"
    assert not os.path.lexists(tmp_path / CHORE_WORD)


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / CHORE_WORD)
    assert take_word(tmp_path) is None


@pytest.mark.parametrize("holds", [(), ("take", "below/take")])
def test_a_folder_does_not_stay_either(tmp_path, holds):
    (tmp_path / CHORE_WORD / "below").mkdir(parents=True)
    for name in holds:
        (tmp_path / CHORE_WORD / name).touch()
    (tmp_path / CHORE_WORD / "out").symlink_to(__file__)
    assert take_word(tmp_path) is None
    assert list(tmp_path.iterdir()) == []
    assert Path(__file__).exists()


@pytest.mark.parametrize(
    ("news", "name"),
    [
        (StickIn(3, "1.4"), STICK_NEWS),
        (ChoreDone(Chore.TAKE, new={"decks": 2}, refused=1), CHORE_NEWS),
        (ChoreDone(Chore.UPDATE, good=False), CHORE_NEWS),
    ],
)
def test_news_are_read_as_they_were_told_by_anybody(tmp_path, news, name):
    tell_news(news, tmp_path / "told")
    place = tmp_path / "told" / name
    assert read_chore_news(place) == news
    assert place.stat().st_mode & 0o777 == 0o644


def test_a_stick_that_is_out_is_no_file(tmp_path):
    tell_news(StickIn(), tmp_path)
    tell_news(StickOut(), tmp_path)
    tell_news(StickOut(), tmp_path)
    assert read_chore_news(tmp_path / STICK_NEWS) == StickOut()
    assert read_chore_news(tmp_path / CHORE_NEWS) is None


def test_what_is_no_news_is_none(tmp_path):
    (tmp_path / CHORE_NEWS).write_text('{"type": "done", "chore": "format"}')
    assert read_chore_news(tmp_path / CHORE_NEWS) is None


WIFI = WifiUp("Nightcrier3F2A", "ghjkmnprstwx")


@pytest.mark.parametrize("news", [WIFI, WifiDown(), WifiDown(WifiFault.BUSY)])
def test_what_is_told_of_a_wifi_is_for_one_user_alone(tmp_path, monkeypatch, news):
    given = list[tuple[int, int]]()

    def chown(place: Path, user: int, _group: int) -> None:
        given.append((user, place.stat().st_mode & 0o777))

    monkeypatch.setattr(os, "chown", chown)
    (tmp_path / "wifi.new").write_text("left by a cut")
    umask = os.umask(0)
    tell_news(news, tmp_path, reader=4242)
    os.umask(umask)
    assert given == [(4242, 0o600)], "nobody could read it before, either"
    assert (tmp_path / WIFI_NEWS).stat().st_mode & 0o777 == 0o600
    assert read_chore_news(tmp_path / WIFI_NEWS) == news
    assert [each.name for each in tmp_path.iterdir()] == [WIFI_NEWS]


@pytest.mark.parametrize(
    "told",
    [
        b"",
        b"[]",
        b'{"type": "wifi-up"}',
        b'{"type": "wifi-up", "name": "Nightcrier3F2A", "password": ""}',
        b'{"type": "wifi-up", "name": "Nightcrier3F2A\\n", "password": "ghjkmnprstwx"}',
        b'{"type": "wifi-up", "name": "Nightcrier3F2A", "password": "ghjkmnprstwx\\n"}',
        b'{"type": "wifi-up", "name": "Nightcrier3F2A;T:nopass", "password": "ghjkmnprstwx"}',
        b'{"type": "wifi-down", "fault": "burning"}',
        b'{"type": "wifi-up", "name": "Nightcrier3F2A", "password": "' + b"g" * 5000 + b'"}',
        b"\xff" * 20,
    ],
)
def test_what_is_no_news_of_a_wifi_is_none(tmp_path, told):
    (tmp_path / WIFI_NEWS).write_bytes(told)
    assert read_chore_news(tmp_path / WIFI_NEWS) is None


def test_no_letter_of_a_password_means_anything_in_the_picture_of_it():
    """No letter of a password has a meaning in ZXing's format for Wi-Fi, and none could be a hexadecimal digit."""
    assert not set(WIFI_LETTERS) & set('\\;,:"') | set(WIFI_LETTERS) & set("0123456789abcdef")
