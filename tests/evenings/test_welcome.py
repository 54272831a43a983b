"""Tests the first power-on by scripts like those of other evenings, and that later starts have no welcome."""

from pathlib import Path

import pytest

from nightcrier.box.assembly import build_box
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.box.table.core.house import Choices, WelcomeStep
from nightcrier.box.table.core.state import Page
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.welcome import WelcomePage
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.settings import SHIPPED, Settings, TableSettings
from nightcrier.kernel.state_file import ChoicesFile
from tests.evenings.rehearsed import Rehearsed

HERE = Path(__file__).parent / "welcome"
SCRIPTS = sorted(HERE.glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_first_power_on_goes_as_written(script, tmp_path):
    Rehearsed(tmp_path, config=HERE / "always.toml", newcomers=True).play(script)


@pytest.mark.parametrize(("language", "rough", "told"), [("th", True, 1), ("th", False, 0), ("en", True, 0)])
def test_a_voice_that_is_hard_to_understand_says_so_once(language, rough, told, tmp_path, monkeypatch):
    """People hear and read this when they choose the language; a turn of the dial then only repeats the question."""
    monkeypatch.setattr(VoiceChain, "needs_caption", lambda _voices, _said: rough)
    (config := tmp_path / "device.toml").write_text(f'[table]\nwelcome = "always"\nlanguages = ["{language}"]\n')
    evening = Rehearsed(tmp_path, config=config, newcomers=True)
    for number, row in enumerate(("1 start press", "20 dial +1", "20 start press"), start=1):
        evening.perform(HERE, number, row)
    said = [row for row in evening.rows if row["kind"] == "say"]
    texts = [row["text"] for row in said if row["line"] == "welcome.rough"]
    assert (len(texts), [row["line"] for row in said].count("welcome.sound")) == (told, 2)
    screens = ["".join(row["lines"]) for row in evening.rows if row["kind"] == "screen"]
    assert all(any(text.split()[0] in screen for screen in screens) for text in texts)


def first_page(where: Folders, settings: Settings = SHIPPED, *, own_panel: bool = True, clean: bool = False) -> Page:
    hardware = Hardware(VirtualClock(), SeededChance(0), SilentPlayer(), own_panel=own_panel)
    box = build_box(where, hardware, PowerOn(settings, clean=clean), [])
    page = box.daemon.table.page
    box.close()
    return page


def under(page: Page) -> Page:
    """Return the page under a notice, or the page itself."""
    return page.under if isinstance(page, NoticePage) else page


@pytest.fixture
def where(tmp_path):
    return standard_folders({}, tmp_path)


def set_to(welcome: str) -> Settings:
    return Settings(table=TableSettings(welcome=welcome))  # type: ignore[arg-type]


def test_a_new_box_with_buttons_of_its_own_is_welcomed_once_it_is_done(where):
    assert first_page(where) == WelcomePage(WelcomeStep.LANGUAGE)
    assert first_page(where) == WelcomePage(WelcomeStep.LANGUAGE)


def test_one_that_was_begun_ends_when_the_settings_want_none(where):
    assert first_page(where) == WelcomePage(WelcomeStep.LANGUAGE)
    assert first_page(where, set_to("never")) is None


def test_a_box_that_is_simulated_or_rehearsed_is_not(where):
    assert first_page(where, own_panel=False) is None


def test_the_settings_may_want_it_otherwise(where):
    assert first_page(where, set_to("never")) is None
    assert first_page(where, set_to("always"), own_panel=False) == WelcomePage(WelcomeStep.LANGUAGE)


def test_nobody_is_welcomed_who_has_chosen_before(where):
    where.state.mkdir(parents=True, exist_ok=True)
    (where.state / "choices.json").write_text('{"version": 100, "choices": {"game": "one-night", "setups": {}}}')
    assert first_page(where) is None


def test_nor_after_a_crash_or_when_the_choices_are_damaged(where):
    assert not isinstance(under(first_page(where, clean=True)), WelcomePage)
    (where.state / "choices.json").write_text("{")
    assert not isinstance(under(first_page(where)), WelcomePage)


def test_a_step_that_this_version_does_not_know_is_none(where):
    kept = where.state / "choices.json"
    ChoicesFile(Disk(), kept, Choices).save(Choices(welcome=WelcomeStep.SOUND))
    kept.write_bytes(kept.read_bytes().replace(b'"sound"', b'"dance"'))
    assert first_page(where) is None
