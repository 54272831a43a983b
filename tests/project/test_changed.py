"""`./test changed` plays what stands on a change, and not much more."""

import subprocess
import sys
from pathlib import Path

from tests.changed import NAMES, chosen_tests


def folders_of(*changed: str) -> set[str]:
    return {test.parent.as_posix() for test in chosen_tests(map(Path, changed)) if test != NAMES}


def test_a_file_of_a_game_brings_the_tests_of_that_game_alone() -> None:
    chosen = folders_of("device/nightcrier/box/games/growl/cards.py")
    assert "tests/box/games/growl" in chosen
    assert not chosen & {"hall/tests", "tests/box/games/wherewolf"}
    assert Path("tests/evenings/test_evenings.py") in chosen_tests([Path("device/nightcrier/box/games/growl/cards.py")])


def test_whoever_imports_the_changed_file_is_tested_also_by_way_of_another() -> None:
    chosen = folders_of("device/nightcrier/phone/site.py")
    assert {"tests/phone", "hall/tests"} <= chosen
    assert "tests/box/games/growl" not in chosen


def test_a_helper_of_tests_and_a_conftest_bring_those_that_stand_on_them() -> None:
    assert folders_of("tests/box/wolf_hands.py") == {"tests/box", "tests/box/games/engine"}
    assert "tests/box/table/drawing" in folders_of("tests/box/table/conftest.py")


def test_what_is_no_module_has_the_tests_of_its_folder_and_those_of_the_project() -> None:
    assert folders_of("assets/words/de.toml") == {"tests/words", "studio/tests", "tests/project"}
    assert folders_of("image/build") == {"tests/image", "tests/project"}
    assert "tests/evenings" in folders_of("tests/evenings/day.txt")
    assert folders_of("docs/play.md") == {"tests/project"}


def test_a_package_with_tests_of_its_own_has_these() -> None:
    assert folders_of("case/measures.toml") == {"case/tests", "tests/case", "tests/project"}
    assert folders_of("gpiozero-gpiod/gpiozero_gpiod/pin.py") == {"gpiozero-gpiod/tests"}


def test_the_line_of_test_names_them() -> None:
    (line,) = (line for line in Path("test").read_text().splitlines() if "tests.changed" in line)
    words = line.strip().removeprefix("tests=$($tools/").removesuffix(' "$@")').split()
    command = [Path(sys.executable).with_name(words[0]), *words[1:], "HEAD"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (said.returncode, said.stderr) == (0, "")


def test_where_nothing_changed_nothing_is_played() -> None:
    assert chosen_tests(()) == []


def test_what_texts_name_is_looked_for_after_any_change() -> None:
    assert NAMES in chosen_tests([Path("device/nightcrier/box/games/growl/cards.py")])
