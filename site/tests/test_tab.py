"""Tests the box in a tab, from its first start on, in virtual time: what the page is told and the browser saves."""

import pytest

from nightcrier.box.table.core.effects import AskRoot
from nightcrier.kernel.chores import Chore, ChoreDone
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import Folders
from nightcrier_site.tab import Tab
from tests.box.games.engine.small import SMALL


class Opened:
    """Simulates an open page, and records what it was told."""

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
            if self.seen() != "Nightfall":
                self.press("start")
        assert self.seen() == "Nightfall"

    def drop(self, *files):
        self.tab.drop([(name, memoryview(content.encode())) for name, content in files])
        self.wait(2.0)
        return [words[1] for words in self.told if words[0] == "dropped"][-1]

    def starts(self):
        """Return how often the box was switched off and on again."""
        return sum(words[0] == "silence" for words in self.told)


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
    page.tab._card.sync(None)  # nothing is kept after that
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


def test_a_game_that_is_dropped_is_the_next_one_and_a_newer_file_takes_its_place(slots):
    page = Opened(slots)
    assert page.drop(("den.game.toml", SMALL)) == [("chosen", "den.game.toml")]
    assert page.seen().startswith("Fox")
    assert page.starts() == 1
    page.press("s")
    assert page.seen().startswith("5 players; leave")
    again = Opened(slots)
    assert again.seen().startswith("Fox"), "it is kept over a reload"
    again.drop(("den.game.toml", SMALL.replace('name = "Fox"', 'name = "Den"', 1)))
    assert again.seen().startswith("Den")


def test_a_game_that_is_dropped_while_people_play_waits(slots):
    page = Opened(slots)
    page.into_the_night()
    assert page.drop(("den.game.toml", SMALL)) == [("waits", "den.game.toml")]
    assert page.seen() == "Nightfall"
    assert page.starts() == 0
    again = Opened(slots)
    assert "Go on with the game?" in again.seen()
    assert "den" in again.tab._box.daemon.house.games


def test_all_that_is_wrong_with_a_dropped_game_is_said_as_by_a_check_and_the_right_one_counts(slots, tmp_path, call):
    wrong = tmp_path / "wrong.game.toml"
    wrong.write_text(SMALL.replace("players", "player").replace('"read"', '"reed"'))
    said = Opened(slots).drop((wrong.name, wrong.read_text()), ("den.game.toml", SMALL))
    checked = call(1, "games", "check", wrong).err.replace(f"{tmp_path}/", "").splitlines()
    assert said == [*(("", line) for line in checked), ("chosen", "den.game.toml")]
    assert len(said) == 3


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("den.toml", SMALL, "den.toml: must be called NAME.game.toml"),
        ("<img src=x onerror=alert(1)>.game.toml", SMALL, "<img src=x onerror=alert(1)>.game.toml: must be called"),
        ("den\u202e.game.toml", SMALL, "den?.game.toml: has a letter in its name that nobody can see"),
        ("wherewolf.game.toml", SMALL, "wherewolf.game.toml: must not be called wherewolf"),
        ("den.game.toml", "\0", "den.game.toml: is not TOML"),
        ("den.game.toml", "#" * 2**20, "den.game.toml: is larger than 256 KiB"),
        ("den.game.toml", "", "den.game.toml: format: is missing"),
        ("den.en.names.toml", "format = 2", "den.en.names.toml: format: must be 1"),
    ],
)
def test_a_file_that_is_no_game_costs_one_sentence_and_nothing_else(slots, name, content, said):
    page = Opened(slots)
    before = page.seen()
    ((kind, sentence),) = page.drop((name, content))
    assert (kind, sentence.startswith(said)) == ("", True), sentence
    assert (page.starts(), page.seen()) == (0, before)


def test_names_of_roles_are_dropped_beside_their_game(slots):
    page, names = Opened(slots), ("den.en.names.toml", 'format = 1\n[roles]\nfox = "Vixen"\n')
    assert page.drop(("den.game.toml", SMALL), names) == [("chosen", "den.game.toml"), ("kept", names[0])]
    assert page.drop(names) == [("kept", names[0])]
    names = page.tab._box.daemon.house.games["den"].names
    assert [name.roles["fox"].name for name in names] == ["Vixen"]


def test_a_full_browser_keeps_no_game_and_says_so(slots):
    page = Opened(slots)
    slots[0].why = slots[1].why = "QuotaExceededError"
    (said,) = page.drop(("den.game.toml", SMALL))
    assert said == ("", "den.game.toml: cannot be kept (QuotaExceededError); make room in the browser.")


def test_where_nothing_is_kept_a_game_is_played_as_long_as_the_page_is_open(slots):
    page = Opened(None)
    page.drop(("den.game.toml", SMALL))
    assert page.seen().startswith("Fox")
