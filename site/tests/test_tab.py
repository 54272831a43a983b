"""The box in a tab, from its first opening on, in virtual time: what the page is told, and what the browser keeps."""

import pytest

from nightcrier.box.table.core.effects import AskRoot
from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import Folders
from nightcrier_site.tab import Tab


class Opened:
    """A page that is opened, with what it was told."""

    def __init__(self, slots, language="en"):
        self.told = []
        self.tab = Tab(lambda *words: self.told.append(words), slots, language)
        self.clock = self.tab._clock
        self.wait(2.0)

    def wait(self, seconds):
        end = self.clock.now() + seconds
        while 0 <= (left := self.tab.wake()) <= end - self.clock.now():
            self.clock.move_to(self.clock.now() + max(left, 0.001))
        self.clock.move_to(end)
        self.tab.wake()

    def press(self, key, seconds=0.1):
        self.tab.press(key, True, False)
        self.wait(seconds)
        self.tab.press(key, False, False)
        self.wait(1.0)

    def seen(self):
        return [words[2] for words in self.told if words[0] == "page"][-1]

    def into_the_night(self):
        self.press("start", 1.2)
        for _ in range(20):
            if self.seen() == "Nightfall":
                return
            self.press("start")
        raise AssertionError(self.seen())


@pytest.fixture
def slots(monkeypatch, tmp_path, cut_slot):
    folders = Folders(tmp_path / "kept" / "state", tmp_path / "cache", tmp_path / "run", tmp_path / "kept" / "own")
    monkeypatch.setattr("nightcrier_site.tab.FOLDERS", folders)
    monkeypatch.setattr("nightcrier_site.tab.KEPT", tmp_path / "kept")
    monkeypatch.setattr("nightcrier_site.tab.RealClock", VirtualClock)
    monkeypatch.setattr("nightcrier_site.ports.sound_content", lambda _: b"1-2")  # here a clip is its whole sound
    return cut_slot(), cut_slot()


@pytest.mark.parametrize(("language", "name"), [("en", "English"), ("th", "ไทย")])
def test_a_new_box_speaks_first_in_the_language_of_the_browser(slots, language, name):
    page = Opened(slots, language)
    assert name in page.seen()
    assert next(words[2] for words in page.told if words[0] == "said") == language
    assert any(words[0] == "glass" and any(words[1]) for words in page.told)
    assert any(words[0] == "play" for words in page.told)


def test_a_night_goes_on_where_the_tab_was_closed(slots):
    Opened(slots).into_the_night()
    again = Opened(slots)
    assert "Go on with the game?" in again.seen()
    again.press("s")
    assert again.seen() == "Nightfall"


def test_a_browser_that_keeps_nothing_plays_too(slots):
    Opened(None).into_the_night()


def test_erasing_everything_empties_the_browser_and_opens_the_page_anew(slots):
    page = Opened(slots)
    page.into_the_night()
    assert page.tab._ask_root(AskRoot(Chore.FORGET)) == []
    assert page.told[-1] == ("erase",)
    page.tab.flush()
    assert not slots[0].content + slots[1].content


def test_where_the_browser_refuses_to_erase_the_box_says_so(slots):
    page = Opened(slots)
    slots[0].why = "InvalidStateError"
    (said,) = page.tab._ask_root(AskRoot(Chore.FORGET))
    assert said.news == ChoreDone(Chore.FORGET, good=False)
    assert ("erase",) not in page.told


def test_nothing_was_laid_out_that_a_forgotten_name_could_be_in(slots):
    (said,) = Opened(slots).tab._ask_root(AskRoot(Chore.CLEAR_OUT))
    assert said.news == ChoreDone(Chore.CLEAR_OUT)
