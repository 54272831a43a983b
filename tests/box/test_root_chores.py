"""Tests that the box asks root by writing a word, and hears the results without checking over and over."""

import queue
from pathlib import Path

import msgspec
import pytest

from nightcrier.box.events import ChoreSaid, Event
from nightcrier.box.hardware import refuse_chore
from nightcrier.box.root_chores import ChangedNames, RootChores
from nightcrier.box.table.core.effects import AskRoot
from nightcrier.kernel import chores
from nightcrier.kernel.clock import VirtualClock

PATIENCE = 60.0


class Asking:
    """Holds the two folders through which a box asks root and hears from it."""

    def __init__(self, folder: Path) -> None:
        self.own, self.told = folder / "own", folder / "told"
        self.own.mkdir()
        self.told.mkdir(exist_ok=True)
        self.inbox: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self.chores = RootChores(self.own, VirtualClock(), self.inbox.put, self.told)

    def heard(self) -> object:
        said = self.inbox.get(timeout=PATIENCE)
        return said.news


@pytest.fixture
def asking(tmp_path):
    return Asking(tmp_path)


def test_a_word_is_laid_down_for_root(asking):
    assert asking.chores.perform(AskRoot(chores.Chore.SAVE)) == []
    assert (asking.own / chores.CHORE_WORD).read_text() == "save"


def test_a_second_word_waits_until_root_has_taken_the_first(asking):
    """A second word may come soon: a person is forgotten, and a moment later a phone sends a deck."""
    word, first = asking.own / chores.CHORE_WORD, chores.Chore.CLEAR_OUT
    for chore in (first, chores.Chore.TAKE_SENT, chores.WifiChore.OFF):
        assert asking.chores.perform(AskRoot(chore)) == []
    asking.chores.start()
    chores.tell_news(chores.StickIn(1), asking.told)
    asking.heard()
    assert word.read_text() == first, "that a stick is in says nothing of the word"
    for taken, next_word in ((first, "take-sent"), (chores.Chore.TAKE_SENT, "wifi-off")):
        assert chores.take_word(asking.own) == taken
        chores.tell_news(chores.ChoreDone(taken), asking.told)
        assert asking.heard() == chores.ChoreDone(taken)
        assert word.read_text() == next_word
    asking.chores.close()


def test_where_it_cannot_be_laid_down_nothing_was_done(asking):
    asking.own.rmdir()
    failed = ChoreSaid(0.0, chores.ChoreDone(chores.Chore.SAVE, good=False))
    assert asking.chores.perform(AskRoot(chores.Chore.SAVE)) == [failed]
    assert refuse_chore(VirtualClock(), AskRoot(chores.Chore.SAVE)) == [failed]


def test_news_are_heard_as_they_come_and_a_stick_that_is_in_already(asking):
    chores.tell_news(chores.StickIn(1), asking.told)
    asking.chores.start()
    assert asking.heard() == chores.StickIn(1)
    chores.tell_news(chores.ChoreDone(chores.Chore.TAKE, new={"decks": 1}), asking.told)
    assert asking.heard() == chores.ChoreDone(chores.Chore.TAKE, new={"decks": 1})
    of_card = chores.ChoreDone(chores.Chore.TAKE, of_card=True)
    (asking.told / "new").write_bytes(msgspec.json.encode(of_card))
    (asking.told / "new").rename(asking.told / chores.CARD_NEWS[1])
    assert asking.heard() == of_card
    (asking.told / "other").write_text("nothing of ours")
    chores.tell_news(chores.StickOut(), asking.told)
    assert asking.heard() == chores.StickOut()
    asking.chores.close()
    assert asking.inbox.empty()


def test_a_wifi_that_outlived_a_crash_is_heard_and_what_comes_of_it_each_time(tmp_path):
    wifi = chores.WifiUp("Nightcrier3F2A", "ghjkmnprstwx")
    chores.tell_news(wifi, tmp_path / "told")
    asking = Asking(tmp_path)
    asking.chores.start()
    assert asking.heard() == wifi
    for news in (wifi, chores.WifiDown()):
        chores.tell_news(news, asking.told)
        assert asking.heard() == news
    (asking.told / "wifi.new").write_text("{}")
    (asking.told / "wifi.new").replace(asking.told / chores.WIFI_NEWS)
    chores.tell_news(chores.StickIn(2), asking.told)
    assert asking.heard() == chores.StickIn(2)
    asking.chores.close()
    assert asking.inbox.empty()


def test_without_root_there_is_no_wifi(asking):
    failed = ChoreSaid(0.0, chores.WifiDown(chores.WifiFault.FAILED))
    assert refuse_chore(VirtualClock(), AskRoot(chores.WifiChore.ON)) == [failed]
    asking.own.rmdir()
    assert asking.chores.perform(AskRoot(chores.WifiChore.OFF)) == [failed]


def test_a_folder_that_is_not_there_cannot_be_watched(tmp_path):
    with pytest.raises(OSError, match="cannot be watched"):
        ChangedNames(tmp_path / "none")
