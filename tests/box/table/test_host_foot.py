"""A host is asked and told in silence: whatever stands on the glass for him, its foot says what hands do."""

import pytest
from msgspec.structs import replace

from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.facts import Number, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Marks, Stage, Tell
from tests.box.table.asking import shown
from tests.box.table.evening import Evening

MANY = tuple(Option(str(n), Number(n)) for n in range(3))
NOBODY = Option(NONE_OF_THEM, Word("nobody"))


def foot(evening: Evening, stage: Stage) -> str:
    """The last row of it."""
    evening.start()
    assert evening.table.session
    session = replace(evening.table.session, stage=stage)
    evening.table = replace(evening.table, session=session, page=None)
    return shown(evening)[-1]


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [
        (Tell(HOST, (Number(1),)), "day.next"),
        (Tell(HOST, (Number(1),), foot=Word("lay.begin")), "lay.begin"),
        (Ask(HOST, Word("who"), (Option("a", Word("one")), Option("b", Word("two")))), "turn.choose"),
        (Ask(HOST, Word("how-many"), MANY), "0"),
        (Ask(HOST, Word("who"), MANY[:1]), "day.next"),
        (Ask(HOST, Word("who"), MANY, foot=Word("lay.begin")), "lay.begin"),
        (Ask(HOST, Word("who"), (NOBODY, *MANY), marks=Marks(0, 3)), "ask.mark.none"),
        (Tell(TABLE, (Number(1),)), "1"),
        (Ask(TABLE, Word("who"), MANY), "0"),
    ],
)
def test_the_last_row_says_what_to_press(evening: Evening, stage: Stage, wanted: str) -> None:
    assert foot(evening, stage) == wanted
