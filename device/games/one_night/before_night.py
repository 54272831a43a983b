"""Topics for a first night: that cards are not needed, how seats are counted, what the controls do."""

from msgspec.structs import replace

from device.kernel.ids import LineId
from device.show.facts import Word
from device.show.teaching import Topic


def before_night(*, dealt: bool) -> tuple[Topic, ...]:
    """The topics before the cards are laid out, and after that the controls. With cards, the first page of the game
    asks whether they are dealt, and says what START begins."""
    if dealt:
        return (_step("center", "seats"), _last("night-dealt", "day", "begin-dealt"))
    return (_step("none", "seats"), _last("night", "day"))


def _step(*lines: str) -> Topic:
    said = tuple(LineId(f"one-night.before.{line}") for line in lines)
    return Topic(Word("explain.before"), said, before=True)


def _last(*lines: str) -> Topic:
    return replace(_step(*lines), last=True)
