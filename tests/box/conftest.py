"""Provides fixtures that make boxes in virtual time, each in its own folder."""

from collections.abc import Callable
from pathlib import Path

import pytest

from nightcrier.box.games.one_night.referee.card_state import CardState
from nightcrier.box.scorebook import Scorebook
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.files import Disk
from nightcrier.kernel.folders import standard_folders
from tests.box.book import Book
from tests.box.casting import PLAIN, Cast
from tests.box.dealt import seat_of
from tests.box.stage import Stage


@pytest.fixture
def where(tmp_path):
    return standard_folders({}, tmp_path / "state")


@pytest.fixture
def stage(where):
    def make(seed: int = 0, config: Path | None = None, *, plugged: bool = True) -> Stage:
        return Stage(where, seed, config, plugged=plugged)

    return make


@pytest.fixture
def make(tmp_path):
    """Return a function that deals this role to a seat and runs the box to the window of that role or another call."""

    def build(role: str, call: str = "", fits: Callable[[CardState], bool] = lambda _: True, **options: object) -> Cast:
        deck = (role, *PLAIN) if role not in PLAIN else PLAIN
        cast = Cast(tmp_path, deck, lambda state: seat_of(state, role) > 0 and fits(state), **options)
        cast.box.until_window(call or role)
        return cast

    return build


@pytest.fixture
def box(tmp_path):
    book = Book(tmp_path)
    yield book
    book.book.flush()


@pytest.fixture
def scorebook(tmp_path):
    return Scorebook(VirtualClock(), Disk(), tmp_path / "evenings", lambda: None)


@pytest.fixture
def marked(tmp_path):
    """Return a function that opens a scorebook in one shared folder, for a game with the given mark."""
    return lambda mark: Scorebook(VirtualClock(), Disk(), tmp_path / "evenings", lambda: mark)
