"""Sets up all tests: hypothesis draws the same examples everywhere, and judges no speed."""

import gc
import os
import tomllib
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings
from hypothesis.internal.conjecture import providers

import tests.elsewhere.sitecustomize  # noqa: F401 - before the program is read
from tests import sampling
from tests.hands import caller
from tests.roomy import copies_of, give_room, remember_shipped


def nobody_grows_impatient(patch: pytest.MonkeyPatch) -> None:
    """Keep commands silent about slow work, so that what a test reads does not depend on the machine's speed."""
    patch.setattr("nightcrier.tools.progress._SILENT", 3600.0)


def nothing_is_forced_onto_the_disk(patch: pytest.MonkeyPatch) -> None:
    """Skip syncing, since tests pull no real plug: power cuts are played on simulated disks, which know what was
    synced. A whole run would sync 190,000 times."""
    patch.setattr("os.fsync", lambda _handle: None)


@pytest.fixture
def call(capsys):
    """Return a function that runs `nightcrier` with these words, checks its exit status, and returns its output."""
    return caller("nightcrier.cli", capsys)


def keep_what_was_parsed(patch: pytest.MonkeyPatch) -> None:
    """Parse lists of words, voices and decks once for some thousand starts, and return a new value each time; make
    what comes from a shipped file only once."""
    patch.setattr("tomllib.loads", copies_of(tomllib.loads))
    remember_shipped(patch)


pytest_plugins = ("tests.by_file",)
HERE = Path(__file__).parent
SOURCES = ("device", "", "hall", "site", "studio", "gpiozero-gpiod", "tests/elsewhere")
os.environ["PYTHONPATH"] = os.pathsep.join(str(HERE / root) for root in SOURCES)
"""The path for programs that tests start. Its last folder hides the machine's own boxes from them, too."""
COUNTED = {"kernel", "show", "words", "games", "table", "panel", "tools", "evenings", "case"}
"""Folders with tests of pure rooms, of the commands that print their results, of whole evenings, and of the case."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="play all of every wide axis, not a sample of it")


def pytest_configure(config: pytest.Config) -> None:
    """Set how much is played, before the first test module is read."""
    sampling.whole = config.getoption("--whole")
    settings.register_profile("sample", settings.get_profile("ci"), max_examples=25)
    settings.load_profile("ci" if sampling.whole else "sample")
    providers.is_local_module_file = lambda _file: False  # constants of whatever was read before: other draws, 2 s
    keep_what_was_parsed(patch := pytest.MonkeyPatch())
    config.add_cleanup(patch.undo)
    gc.disable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run only the tests for pure rooms if branches are counted, which takes longer than running them."""
    if Coverage.current():
        items[:] = filter(is_counted, items)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Once all modules are there, enlarge the caches of pages, and keep garbage collection from searching what lives
    until the end again and again."""
    if counting := Coverage.current():
        # Its lock once stayed locked with nobody inside, and each later test hung (coverage 7.17, its issue 1892). One
        # thread at a time runs without it, too, and what was counted is read when all tests are done.
        counting._collector.data_lock = None  # type: ignore[union-attr]
    nobody_grows_impatient(patch := pytest.MonkeyPatch())
    nothing_is_forced_onto_the_disk(patch)
    session.config.add_cleanup(patch.undo)
    give_room("nightcrier.box.table.", 20_000)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say at the very end which planted leaks could not be looked for on this machine."""
    skipped = [report.longrepr for report in terminalreporter.stats.get("skipped", [])]
    for why in dict.fromkeys(each[2] for each in skipped if isinstance(each, tuple) and "planted leak" in each[2]):
        terminalreporter.write_line(why)


def is_counted(item: pytest.Item) -> bool:
    """Say whether the branches that a test takes are counted."""
    tests = HERE / "tests"
    inside = item.path.relative_to(tests).parts if item.path.is_relative_to(tests) else ("",)
    return not COUNTED.isdisjoint(inside[:2]) and item.get_closest_marker("untraced") is None
