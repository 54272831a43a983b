"""Tests that a tip is given as a game is left, once an evening, in no tournament, and by no plain host."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Standings
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.setup import Setup
from nightcrier.box.table.evening.scores import ScoresPage
from nightcrier.box.table.game.next_stage import bags_after
from nightcrier.box.table.game.session import advance
from nightcrier.box.table.game.tonight import tonight_setup
from nightcrier.kernel.people import EveningKind
from nightcrier.kernel.phrasings import Bags

TIP = "tip.one-night"


@pytest.mark.parametrize(
    ("crier", "kind", "tipped", "tip"),
    [
        ("full", EveningKind.OPEN, False, TIP),
        ("full", EveningKind.OPEN, True, ""),
        ("plain", EveningKind.OPEN, False, ""),
        ("full", EveningKind.SHORT, False, ""),
        ("full", EveningKind.LONG, False, ""),
    ],
)
@pytest.mark.parametrize("ledgers", [{}, {"growl": (1, 0, 0)}])
def test_a_tip_comes_once_in_an_evening_that_is_no_tournament(voted, crier, kind, tipped, tip, ledgers):
    """A tip comes only once an evening, even if the box was switched off after the last game."""
    choices, before = replace(voted.table.choices, crier=crier), replace(voted.table.before, tipped=tipped)
    standings = Standings(0.0, kind, 5, (), ledgers=ledgers)
    table = replace(voted.table, choices=choices, standings=standings, before=before)
    assert tonight_setup(voted.house, table).tip == tip


@pytest.mark.parametrize(("players", "tips"), [(5, 4), (11, 5)])
def test_each_tip_is_given_once_in_its_order_and_that_for_many_only_to_many(voted, players, tips):
    table, heard = voted.table, list[str]()
    for _ in range(6):
        choices = replace(table.choices, setups={"one-night": Setup("first-game", players)}, bags=Bags(5).after(heard))
        heard += filter(None, [tonight_setup(voted.house, replace(table, choices=choices)).tip])
    assert heard == [TIP, f"{TIP}.other", *(f"{TIP}.other.{n}" for n in (3, 4, 5))][:tips]


@pytest.mark.parametrize("explain", ["new", "always"])
def test_a_game_is_told_whether_the_table_has_played_it(voted, explain):
    for played in ({}, {"one-night": ("seer",)}):
        table = replace(voted.table, choices=replace(voted.table.choices, explain=explain, played=played))
        assert tonight_setup(voted.house, table).known is (bool(played) and explain == "new")


@pytest.mark.parametrize("tip", ["", TIP])
def test_it_is_said_as_the_game_is_left_and_is_then_drawn(voted, tip):
    setup = replace(voted.table.session.setup, tip=tip)
    table = replace(voted.table, session=replace(voted.table.session, setup=setup, bags=Bags(5)))
    for answer in ("short", ("1",)):
        table, _ = advance(table, answer, voted.at)
    left, effects = advance(table, "", voted.at)
    assert left.before.tipped == bool(tip)
    assert [each.lines for each in effects if isinstance(each, Speak)] == ([(tip,)] if tip else [])
    assert (TIP in bags_after(voted.house, table.session, None).drawn) == bool(tip)


def test_a_tip_that_counts_as_heard_was_said_in_a_tournament_that_has_begun_meanwhile(voted):
    setup = replace(voted.table.session.setup, tip=TIP)
    table = replace(voted.table, session=replace(voted.table.session, setup=setup, bags=Bags(5)))
    for answer in ("short", ("1",)):
        table, _ = advance(table, answer, voted.at)
    left, effects = advance(replace(table, standings=Standings(0.0, EveningKind.LONG, 5, ())), "", voted.at)
    assert isinstance(left.page, ScoresPage)
    assert [each.lines[-1] for each in effects if isinstance(each, Speak)] == [TIP]
    assert TIP in bags_after(voted.house, table.session, None).drawn
