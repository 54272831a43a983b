"""The lamp tells an evening of One Night to whoever cannot hear: each call, the time to act, and its end."""

from pathlib import Path

from nightcrier.box.panel.gpio import FLASH, flashes
from nightcrier.kernel.screen import LampState
from tests.evenings.rehearsed import Rehearsed

SCRIPT = Path(__file__).parent / "first-evening.txt"


def test_the_lamp_tells_every_call_and_its_end_in_time(tmp_path: Path) -> None:
    evening = Rehearsed(tmp_path)
    for number, row in enumerate(SCRIPT.read_text("utf-8").splitlines(), 1):
        evening.perform(SCRIPT, number, row)
    shown = [row for row in evening.rows if row["kind"] == "lamp"]
    by_day = next(at for at, row in enumerate(shown) if row["state"] == "day")
    night = [(row["state"], row.get("call", 0)) for row in shown[:by_day]]
    calls = [[("call", number), ("window", 0), ("closed", 0)] for number in range(2, 6)]
    assert night[-15:] == [("call", 1), *sum(calls, []), ("call", 6), ("call", 7)]  # the last two: nobody acts
    for row, after in zip(shown, shown[1:], strict=False):
        steps = flashes(LampState(row["state"]), row.get("call", 0))
        assert len(steps) * FLASH < after["t"] - row["t"]
    windows = [row["t"] for row in evening.rows if row["kind"] == "window"]
    assert [row["t"] for row in shown if row["state"] == "window"] == windows
