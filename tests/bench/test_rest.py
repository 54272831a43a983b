"""Wake-ups are counted thread by thread."""

import pytest

from bench import rest


def test_a_thread_that_ends_takes_no_wake_ups_of_others_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "wakes", lambda _: {"1": 12, "3": 2})
    assert rest.wakes_since({"1": 10, "2": 500}, 1) == 4
