"""For all tests: hypothesis draws the same examples everywhere, and judges no speed."""

import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.load_profile("ci")


@pytest.fixture(scope="module")
def untraced() -> Iterator[None]:
    """For modules that play tens of thousands of games: counting their branches again would take most of the time."""
    tracer = sys.gettrace()
    sys.settrace(None)
    yield
    sys.settrace(tracer)
