"""Tests that what a host reads in silence fits the screen in every language, with what hands do."""

import pytest
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.dealing import ALL_DEALT, CardOrder, ShuffledCards
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.answers import NONE_OF_THEM, Option
from nightcrier.box.show.facts import Number, Word
from nightcrier.box.show.stages import HOST, TABLE, Ask, Marks, Stage, Tell
from nightcrier.box.table.core.state import Cursor
from nightcrier.box.table.ground.ask_and_tell import tell_view
from tests.box.table.asking import shown
from tests.box.table.evening import Evening
from tests.box.table.people_menu import in_language
from tests.on_glass import measure
from tests.sampling import sampled_languages


def pages() -> list[Tell]:
    """Return the announcements about preparing cards, for a game with every role."""
    roles = tuple(ROLE_TABLE)
    village = WolfVillage(led=True, actual=roles, placed=dict(enumerate(roles)))
    rules = WolfRules(roles, len(roles), WherewolfOptions(dealing="entered"))
    return [
        stage
        for step in (CardOrder(), ShuffledCards("entered"), ALL_DEALT)
        if isinstance(stage := step.stage(rules, village), Tell)
    ]


@pytest.mark.parametrize("language", sampled_languages())
def test_every_page_of_it_fits_with_its_foot(language, real_house, real_table):
    table = in_language(Evening(real_house, real_table), language).table
    for stage in pages():
        for index in range(len(stage.facts)):
            view = tell_view(real_house, table, stage, Cursor(index))
            measured = measure(view)
            assert measured.whole, (index, view.rows)
            assert measured.apart, (index, view.rows)


MANY = tuple(Option(str(n), Number(n)) for n in range(3))
NOBODY = Option(NONE_OF_THEM, Word("nobody"))


def foot(evening: Evening, stage: Stage) -> str:
    """Return the text below the first row of this stage."""
    assert evening.after("start").table.session
    session = replace(evening.table.session, stage=stage)
    evening.table = replace(evening.table, session=session, page=None)
    return " ".join(shown(evening)[1:])


@pytest.mark.parametrize(
    ("stage", "wanted"),
    [
        (Tell(HOST, (Number(1),), back=True), "key.undo key.on"),
        (Tell(HOST, (Number(1), Number(2))), "◀1/2▶ key.on"),
        (Ask(HOST, Word("who"), (Option("a", Word("one")), Option("b", Word("two")))), "one ◀▶ key.done"),
        (Ask(HOST, Word("how-many"), MANY), "0 ◀▶ key.done"),
        (Ask(HOST, Word("who"), MANY[:1]), "0 key.done"),
        (Ask(HOST, Word("who"), MANY, foot=Word("lay.begin")), "0 lay.begin ◀▶ key.done"),
        (Ask(HOST, Word("who"), (NOBODY, *MANY), marks=Marks(0, 3)), "nobody key.done"),
        (Tell(TABLE, (Number(1),)), "key.on"),
        (Ask(TABLE, Word("who"), MANY), "0 ◀▶ key.done"),
    ],
)
def test_what_to_press_stands_below(evening, stage, wanted):
    assert foot(evening, stage) == wanted
