"""Evenings of people who know none of the games and read no manual, from the first power-on: what the box has said or
shown by then is enough to go on."""

from pathlib import Path

import pytest

from tests.evenings.rehearsed import Rehearsed

HERE = Path(__file__).parent
SCRIPTS = sorted((HERE / "newcomers").glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_newcomer_is_told_before_each_control_and_rule(script: Path, tmp_path: Path) -> None:
    evening = Rehearsed(tmp_path, config=HERE / "welcome" / "always.toml", newcomers=True)
    for number, row in enumerate(script.read_text("utf-8").splitlines(), start=1):
        evening.perform(script, number, row)
