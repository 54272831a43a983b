"""What else to know before a first night: that cards are not needed, how seats are counted, what the controls do."""

from device.kernel.ids import LineId
from device.show.facts import Word
from device.show.teaching import Topic


def before_night(*, dealt: bool) -> tuple[Topic, ...]:
    """One thing after the other; the last says what START begins."""
    if dealt:
        return (_step("center", "seats"), _step("night-dealt", "day", "begin-dealt"))
    return (_step("none", "seats"), _step("night", "day", "begin"))


def _step(*lines: str) -> Topic:
    said = tuple(LineId(f"one-night.before.{line}") for line in lines)
    return Topic(Word("explain.before"), said, before=True)
