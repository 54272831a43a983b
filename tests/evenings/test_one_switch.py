"""Whole evenings with one switch on START, and how often it is pressed."""

from pathlib import Path

from nightcrier.tools.simulation import parse_action
from tests.evenings.rehearsed import Rehearsed

HERE = Path(__file__).parent / "one-switch"
PRESSES = 43
"""How often the switch is pressed from the first power-on to the verdict. docs/play.md has the number."""


def test_one_night_from_the_first_power_on_to_the_verdict(tmp_path: Path) -> None:
    script = HERE / "one-night.txt"
    evening = Rehearsed(tmp_path, config=HERE / "one.toml", newcomers=True)
    rows = script.read_text("utf-8").splitlines()
    for number, row in enumerate(rows, start=1):
        evening.perform(script, number, row)
    actions = [action for number, row in enumerate(rows, start=1) if (action := parse_action(script, number, row))]
    hands = [(action.what, action.how) for action in actions if action.what in {"start", "back", "dial"}]
    assert hands == [("start", "press")] * PRESSES
    assert f"{PRESSES} presses" in Path("docs/play.md").read_text("utf-8")
