"""Tests evenings of people who know none of the games and read no manual: from the first power-on, what the box says
or shows is enough for them to play soon."""

from pathlib import Path

import pytest

from tests.evenings.first_minutes import first_minutes
from tests.evenings.rehearsed import Rehearsed

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE / "newcomers").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_newcomer_is_told_before_each_control_and_rule(script, tmp_path):
    Rehearsed(tmp_path, config=HERE / "welcome" / "always.toml", newcomers=True).play(script)


@pytest.mark.parametrize("language", ["en", "th", "fa"])
@pytest.mark.parametrize(
    ("script", "talk", "gestures"),
    [("first-game", 75, 5), ("without-cards", 80, 8), ("growl", 90, 9), ("wherewolf", 62, 9)],
)
def test_they_soon_play(script, talk, gestures, language):
    """The limits are seconds of talk and gestures: first for the welcome, then from home to the first night or turn."""
    welcome, first = first_minutes(script, language)
    assert (welcome.talk <= 60, welcome.gestures <= 7) == (True, True), welcome
    assert (first.talk <= talk, first.gestures <= gestures) == (True, True), first
