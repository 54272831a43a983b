"""Answer in place of people in a game that a command plays alone, to get its pages, its sound or its lines."""

from nightcrier.box.show.answers import Answer
from nightcrier.box.show.stages import HOST, Ask, Stage

MOST_STAGES = 400
"""The maximum number of stages in one simulated game: enough to reach its verdict, or its end."""


def auto_answer(stage: Stage, number: int) -> Answer:
    """Return the answer of people who only press START. The host's answers change with `number`, so that the game
    ends."""
    if not isinstance(stage, Ask):
        return ""
    values = tuple(option.value for option in stage.choices)
    if stage.marks:
        return stage.marks.first or values[: stage.marks.least]
    return values[number % len(values) if stage.who == HOST else stage.start]
