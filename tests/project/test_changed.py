"""`./test changed` plays what stands on a change, and not much more."""

from pathlib import Path

from tests.changed import NAMES, chosen_tests


def folders_of(*changed: str) -> set[str]:
    return {test.parent.as_posix() for test in chosen_tests(map(Path, changed)) if test != NAMES}


def test_a_file_of_a_game_brings_the_tests_of_that_game_alone() -> None:
    chosen = folders_of("device/games/growl/cards.py")
    assert "tests/games/growl" in chosen
    assert not chosen & {"tests/hall", "tests/net", "tests/games/wherewolf", "tests/evenings"}


def test_whoever_imports_the_changed_file_is_tested_also_by_way_of_another() -> None:
    chosen = folders_of("device/net/site.py")
    assert {"tests/net", "tests/hall"} <= chosen
    assert "tests/games/growl" not in chosen


def test_a_helper_of_tests_and_a_conftest_bring_those_that_stand_on_them() -> None:
    assert folders_of("tests/box/wolf_hands.py") == {"tests/box"}
    assert "tests/table/drawing" in folders_of("tests/table/conftest.py")


def test_what_is_no_module_has_the_tests_of_its_folder_and_those_of_the_project() -> None:
    assert folders_of("assets/words/de.toml") == {"tests/words", "tests/project"}
    assert folders_of("image/build") == {"tests/image", "tests/project"}
    assert folders_of("docs/play.md") == {"tests/project"}


def test_where_nothing_changed_nothing_is_played() -> None:
    assert chosen_tests(()) == []


def test_what_texts_name_is_looked_for_after_any_change() -> None:
    assert NAMES in chosen_tests([Path("device/games/growl/cards.py")])
