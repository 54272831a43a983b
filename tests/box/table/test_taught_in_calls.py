"""What is new is explained where it is called: for people who want to be told, and in place of before the game."""

import pytest
from msgspec.structs import replace

from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.course.session import tonight_setup
from nightcrier.box.table.pages.explain import due_topics
from nightcrier.kernel.settings import ExplainFirst
from tests.box.table.evening import Evening

CALLED = ("werewolf", "seer", "robber", "troublemaker")
"""The roles of First Game that have a call. The Villager sleeps, and is explained before."""


@pytest.mark.parametrize(
    ("explain", "played", "taught"),
    [
        ("new", (), CALLED),
        ("new", ("werewolf", "robber"), ("seer", "troublemaker")),
        ("always", CALLED, CALLED),
        ("never", (), ()),
    ],
)
def test_as_much_is_explained_in_the_night_as_people_want(
    real_house: House, real_table: Table, explain: ExplainFirst, played: tuple[str, ...], taught: tuple[str, ...]
) -> None:
    choices = replace(real_table.choices, explain=explain, played={"one-night": played} if played else {})
    table = replace(real_table, choices=choices)
    assert tonight_setup(real_house, table).taught == taught
    before = {topic.of for topic in due_topics(real_house, table)}
    assert before.isdisjoint(taught)
    assert ("villager" in before) is (explain != "never")


def test_who_wants_nothing_explained_hears_nothing_in_the_night(real_house: House, real_table: Table) -> None:
    for answer, taught in (("back", ()), ("start", CALLED)):
        choices = replace(real_table.choices, explain="new")
        evening = Evening(real_house, replace(real_table, choices=choices))
        evening.start()
        getattr(evening, answer)()
        while evening.table.session is None:
            evening.start()
        assert evening.table.session.setup.taught == taught


def test_a_game_that_explains_nothing_itself_has_all_explained_before(real_house: House, real_table: Table) -> None:
    choices = replace(real_table.choices, game="growl", explain="always")
    assert tonight_setup(real_house, replace(real_table, choices=choices)).taught == ()
