"""The word by which the box asks root, which root believes nothing but; and the news that come back."""

import os
from pathlib import Path

import pytest

from device.kernel.chores import (
    CHORE_NEWS,
    CHORE_WORD,
    STICK_NEWS,
    Chore,
    ChoreDone,
    StickIn,
    StickOut,
    ask_for,
    read_chore_news,
    taken_word,
    tell_news,
)


@pytest.mark.parametrize("chore", Chore)
def test_a_word_is_asked_once(tmp_path: Path, chore: Chore) -> None:
    ask_for(chore, tmp_path)
    assert taken_word(tmp_path) is chore
    assert taken_word(tmp_path) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("word", [b"", b"rm -rf /", b"take\n", b"take; reboot", b"TAKE", b"t\x00ake", b"take" * 9999])
def test_no_other_word_is_done_and_it_does_not_stay(tmp_path: Path, word: bytes) -> None:
    (tmp_path / CHORE_WORD).write_bytes(word)
    assert taken_word(tmp_path) is None
    assert not (tmp_path / CHORE_WORD).exists()


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("take")
    (tmp_path / CHORE_WORD).symlink_to("other")
    assert taken_word(tmp_path) is None
    assert (tmp_path / "other").read_text() == "take"
    assert not os.path.lexists(tmp_path / CHORE_WORD)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / CHORE_WORD)
    assert taken_word(tmp_path) is None


@pytest.mark.parametrize(
    ("news", "name"),
    [
        (StickIn(3, "1.4"), STICK_NEWS),
        (ChoreDone(Chore.TAKE, new={"decks": 2}, refused=1), CHORE_NEWS),
        (ChoreDone(Chore.UPDATE, good=False), CHORE_NEWS),
    ],
)
def test_news_are_read_as_they_were_told_by_anybody(tmp_path: Path, news: StickIn | ChoreDone, name: str) -> None:
    tell_news(news, tmp_path / "told")
    place = tmp_path / "told" / name
    assert read_chore_news(place) == news
    assert place.stat().st_mode & 0o777 == 0o644


def test_a_stick_that_is_out_is_no_file(tmp_path: Path) -> None:
    tell_news(StickIn(), tmp_path)
    tell_news(StickOut(), tmp_path)
    tell_news(StickOut(), tmp_path)
    assert read_chore_news(tmp_path / STICK_NEWS) == StickOut()
    assert read_chore_news(tmp_path / CHORE_NEWS) is None


def test_what_is_no_news_is_none(tmp_path: Path) -> None:
    (tmp_path / CHORE_NEWS).write_text('{"type": "done", "chore": "format"}')
    assert read_chore_news(tmp_path / CHORE_NEWS) is None
