"""A tip is given as the first game of an evening is left, once, and by no plain host."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Standings
from nightcrier.box.show.cues import Speak
from nightcrier.box.table.game.next_stage import bags_after
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.kernel.people import EveningKind
from nightcrier.kernel.phrasings import Bags

TIP = "tip.one-night"


@pytest.mark.parametrize(
    ("crier", "ledgers", "tip"), [("full", {}, TIP), ("plain", {}, ""), ("full", {"growl": (1, 0, 0)}, "")]
)
def test_a_tip_comes_after_the_first_game_of_an_evening(voted, crier, ledgers, tip):
    standings = Standings(0.0, EveningKind.OPEN, 5, (), ledgers=ledgers)
    table = replace(voted.table, choices=replace(voted.table.choices, crier=crier), standings=standings)
    assert tonight_setup(voted.house, table).tip == tip


@pytest.mark.parametrize("tip", ["", TIP])
def test_it_is_said_as_the_game_is_left_and_is_then_drawn(voted, tip):
    setup = replace(voted.table.session.setup, tip=tip)
    table = replace(voted.table, session=replace(voted.table.session, setup=setup, bags=Bags(5)))
    for answer in ("short", ("1",)):
        table, _ = advance(table, answer, voted.at)
    _, effects = advance(table, "", voted.at)
    assert [each.lines for each in effects if isinstance(each, Speak)] == ([(tip,)] if tip else [])
    assert (TIP in bags_after(voted.house, table.session, None).drawn) == bool(tip)
