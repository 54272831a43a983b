"""For all tests: hypothesis draws the same examples everywhere, and judges no speed."""

import gc
import os
import sys
import tomllib
from collections.abc import Generator
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import settings

import tests.elsewhere.sitecustomize  # noqa: F401 - before the program is read
from tests import sampling
from tests.roomy import copies_of, give_room, remember_shipped


@pytest.fixture(autouse=True)
def nobody_grows_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine a command says after two seconds what it does: what a test reads must not depend on that."""
    monkeypatch.setattr("nightcrier.tools.progress._SILENT", 3600.0)


@pytest.fixture(autouse=True)
def nothing_is_forced_onto_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test pulls a real plug: power cuts are played on disks of their own, which know what was synced. A whole run
    would ask the real one 190,000 times."""
    monkeypatch.setattr("os.fsync", lambda _handle: None)


def keep_what_was_parsed(config: pytest.Config) -> None:
    """Lists of words, voices and decks are read at each of some thousand starts: each text is parsed once and handed
    out as a new value, and what was made of a shipped file is made once."""
    patch = pytest.MonkeyPatch()
    patch.setattr("tomllib.loads", copies_of(tomllib.loads))
    remember_shipped(patch)
    config.add_cleanup(patch.undo)


pytest_plugins = ("tests.by_file",)
HERE = Path(__file__).parent
SOURCES = ("device", "", "hall", "studio", "gpiozero-gpiod", "tests/elsewhere")
os.environ["PYTHONPATH"] = os.pathsep.join(str(HERE / root) for root in SOURCES)
"""For the programs that tests begin. The last one hides the machine's own folders from them, as from the tests."""
COUNTED = {"kernel", "show", "words", "games", "table", "panel", "tools", "evenings", "case"}
"""Folders of the tests of the pure rooms, of the commands that print what these say, of whole evenings, of the case."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="play all of every wide axis, not a sample of it")


def pytest_configure(config: pytest.Config) -> None:
    """Settles how much is played before the first test module is read."""
    sampling.whole = config.getoption("--whole")
    settings.register_profile("sample", settings.get_profile("ci"), max_examples=25)
    settings.load_profile("ci" if sampling.whole else "sample")
    keep_what_was_parsed(config)
    gc.disable()


def pytest_collection_finish() -> None:
    """Now that all modules are there: the same pages are drawn for many tests, and what lives to the end of the run is
    not looked through for waste again and again."""
    if counting := Coverage.current():
        # Its lock once stayed locked with nobody inside, and each later test hung (coverage 7.17, its issue 1892). One
        # thread at a time runs without it, too, and what was counted is read when all tests are done.
        counting._collector.data_lock = None  # type: ignore[union-attr]
    give_room("nightcrier.box.table.", 20_000)
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Counting branches takes longer than running them. Those of the pure rooms are counted in the tests made for
    them, and not where thousands of games go the same ways again."""
    tracer = sys.gettrace()
    if not is_counted(item):
        sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


def is_counted(item: pytest.Item) -> bool:
    """Whether the branches that a test takes count."""
    tests = HERE / "tests"
    inside = item.path.relative_to(tests).parts if item.path.is_relative_to(tests) else ("",)
    return not COUNTED.isdisjoint(inside[:2]) and item.get_closest_marker("untraced") is None
