"""Tests that `./test changed` plays the nearest tests that depend on a change, and `--all` all, but few others."""

import os
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import changed
from tests.changed import BUDGET, NAMES, Nearest, chosen_tests, nearest_first, play, words_of


def folders_of(*changed: str) -> set[str]:
    return {test.parent.as_posix() for test in chosen_tests(map(Path, changed)) if test != NAMES}


def test_a_file_of_a_game_brings_the_tests_of_that_game_alone():
    chosen = folders_of("device/nightcrier/box/games/growl/cards.py")
    assert "tests/box/games/growl" in chosen
    assert not chosen & {"hall/tests", "tests/box/games/wherewolf"}
    assert Path("tests/evenings/test_evenings.py") in chosen_tests([Path("device/nightcrier/box/games/growl/cards.py")])


def test_whoever_imports_the_changed_file_is_tested_also_by_way_of_another():
    chosen = folders_of("device/nightcrier/phone/site.py")
    assert {"tests/phone", "hall/tests"} <= chosen
    assert "tests/box/games/growl" not in chosen


def test_a_helper_of_tests_and_a_conftest_bring_those_that_stand_on_them():
    standing = {"tests/box", "tests/box/games/engine", "tests/box/games/wherewolf/table"}
    assert folders_of("tests/box/wolf_hands.py") == standing
    assert "tests/box/table/drawing" in folders_of("tests/box/table/conftest.py")


def test_what_is_no_module_has_the_tests_of_its_folder_and_those_of_the_project():
    assert folders_of("assets/words/de.toml") == {"tests/words", "studio/tests", "tests/project"}
    assert folders_of("image/build") == {"tests/image", "tests/project"}
    assert "tests/evenings" in folders_of("tests/evenings/day.txt")
    assert folders_of("docs/play.md") == {"tests/project"}


def test_a_package_with_tests_of_its_own_has_these():
    assert folders_of("case/measures.toml") == {"case/tests", "tests/case", "tests/project"}
    assert folders_of("gpiozero-gpiod/gpiozero_gpiod/pin.py") == {"gpiozero-gpiod/tests"}


def test_where_nothing_changed_nothing_is_played():
    assert chosen_tests(()) == []


def test_what_texts_name_is_looked_for_after_any_change():
    assert NAMES in chosen_tests([Path("device/nightcrier/box/games/growl/cards.py")])


def first_of(count: int, *changed: str, words: Iterable[str] = ()) -> list[str]:
    return [test.as_posix() for test in nearest_first(map(Path, changed), words)[:count]]


def test_what_the_recipes_name_and_what_bears_the_name_of_the_file_comes_first():
    assert first_of(1, "device/nightcrier/kernel/settings.py") == ["tests/project/test_settings.py"]
    assert first_of(1, "device/nightcrier/box/table/over/who_plays.py") == ["tests/box/table/test_who_plays.py"]
    assert first_of(1, "tests/box/test_ear.py") == ["tests/box/test_ear.py"]


def test_then_comes_what_mentions_the_changed_words_as_few_others_do():
    game = "device/nightcrier/box/games/growl/effects.py"
    assert first_of(1, game, words=["find_unwanted"]) == ["tests/box/games/growl/test_final_night.py"]
    assert "tests/kernel/test_settings_files.py" in first_of(
        9, "device/nightcrier/kernel/settings.py", words=["quiet_hours"]
    )


def test_then_the_room_before_all_others_and_what_has_the_game_among_it():
    near = first_of(24, "device/nightcrier/box/games/growl/effects.py")
    assert "tests/evenings/test_evenings.py" in near
    assert {Path(test).parent.as_posix() for test in near[:13]} <= {
        "tests/box/games/growl",
        "tests/evenings",
        "tests/records",
    }


def test_all_that_stand_on_a_change_are_in_the_order_of_nearness_once():
    change = [Path("device/nightcrier/kernel/settings.py")]
    assert sorted(nearest_first(change)) == chosen_tests(change)


DIFFERENCE = """diff --git a/deep/old_name.py b/deep/old_name.py
index 1..2 100644
--- a/deep/old_name.py
+++ b/deep/old_name.py
@@ -1,3 +1,3 @@ def enclosing_function(argument: int) -> None:
 around_it
-"day.stands" = taken_away
+    added(it)
"""


def test_words_are_taken_from_the_changed_lines_and_from_those_around_them():
    found = {"enclosing_function", "around_it", "day.stands", "stands", "taken_away", "added"}
    assert words_of(DIFFERENCE) == found


def item(name: str, file: Path = changed.EVENINGS[0], marker: object = None) -> SimpleNamespace:
    return SimpleNamespace(name=name, path=Path.cwd() / file, get_closest_marker=lambda _: marker)


def test_of_evenings_those_of_other_games_are_left_and_long_tests_come_last():
    elsewhere = Path("tests/box/test_ear.py")
    items = [item("test_long", elsewhere, marker="untraced"), item("test[growl-ten]"), item("test[wherewolf-twelve]")]
    near = Nearest([Path("device/nightcrier/box/games/growl/effects.py")])
    near.pytest_collection_modifyitems(items)
    assert [each.name for each in items] == ["test[growl-ten]", "test_long"]
    assert near.left == {Path.cwd() / changed.EVENINGS[0]}


def test_no_test_is_begun_beyond_the_budget_and_its_file_is_counted_as_left(monkeypatch):
    near = Nearest([])
    monkeypatch.setattr(os, "times", lambda: (BUDGET - 2.0, 1.0, 0.5, 0.25, 9000.0))
    assert near.pytest_runtest_protocol(item("test_one")) is None
    monkeypatch.setattr(os, "times", lambda: (BUDGET - 2.0, 1.0, 0.5, 0.75, 9000.0))
    assert near.pytest_runtest_protocol(item("test_two")) is True
    assert near.left == {Path.cwd() / changed.EVENINGS[0]}


@pytest.fixture
def played(monkeypatch):
    """Return what pytest was asked to play after a change of a file about settings."""
    asked = list[list[str]]()

    def play_none(words: list[str], plugins: object = None) -> int:
        asked.append(words)
        return 0

    monkeypatch.setattr(pytest, "main", play_none)
    monkeypatch.setattr(changed, "changed_files", lambda _: [Path("device/nightcrier/kernel/settings.py")])
    monkeypatch.setattr(changed, "_told_by_git", lambda *_: DIFFERENCE)
    return asked


def test_the_last_line_says_how_many_are_left_and_how_to_play_them(played, capsys):
    more = len(chosen_tests([Path("device/nightcrier/kernel/settings.py")])) - changed.MOST_FILES
    for commit, again in (("HEAD", "./test changed --all"), ("HEAD~1", "./test changed HEAD~1 --all")):
        assert play(commit, everything=False) == 0
        assert capsys.readouterr().out == f"{changed.MOST_FILES} nearest pass; {more} more: {again}\n"
    assert {len(words) for words in played} == {changed.MOST_FILES}


def test_all_are_played_where_all_are_asked_for(played, capsys):
    assert play("HEAD", everything=True) == 0
    assert played == [[str(test) for test in chosen_tests([Path("device/nightcrier/kernel/settings.py")])]]
    assert capsys.readouterr().out == ""


def test_the_script_hands_its_words_on():
    assert 'exec $tools/python -m tests.changed "$@"' in Path("test").read_text("utf-8")
