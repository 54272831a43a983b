"""For all tests: hypothesis draws the same examples everywhere, and judges no speed."""

import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.roomy import give_room

settings.load_profile("ci")


@pytest.fixture(autouse=True)
def nobody_grows_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine a command says after two seconds what it does: what a test reads must not depend on that."""
    monkeypatch.setattr("device.commands.progress._SILENT", 3600.0)


HERE = Path(__file__).parent
COUNTED = {"kernel", "show", "words", "games", "table", "panel", "commands", "evenings", "case"}
"""Folders of the tests of the pure rooms, of the commands that print what these say, of whole evenings, of the case."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--whole", action="store_true", help="play every game of the sweeps, not their first part alone")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of a sweep, a test in parts, the first `daily` are played every time; all of them before a release."""
    if config.getoption("--whole"):
        return
    late = [item for item in items if _comes_late(item)]
    config.hook.pytest_deselected(items=late)
    items[:] = [item for item in items if item not in set(late)]


def pytest_collection_finish() -> None:
    """Now that all modules are there: the same pages are drawn for many tests."""
    give_room("device.table.", 10_000)


def _comes_late(item: pytest.Item) -> bool:
    sweep = item.get_closest_marker("sweep")
    return sweep is not None and item.callspec.params["part"] >= sweep.kwargs["daily"]  # type: ignore[attr-defined]


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
    inside = item.path.relative_to(HERE).parts if item.path.is_relative_to(HERE) else ("",)
    return inside[0] in COUNTED and item.get_closest_marker("untraced") is None
