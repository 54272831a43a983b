"""Tests the practice night: every call with open eyes, each role explained before it, and nothing counts."""

from msgspec.structs import replace

from nightcrier.box.show.cues import Window
from nightcrier.box.show.stages import Perform
from nightcrier.box.table.core.effects import CountGame, Record, Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.ground.power_on import restore_session
from tests.box.table.asking import shown
from tests.box.table.evening import Evening
from tests.box.table.explained import said
from tests.box.table.stage_games import pass_time


class TestPracticeNight:
    def test_it_is_told_with_open_eyes_and_nothing_of_it_is_kept(self, real_house, real_table):
        evening = practised(real_house, real_table)
        assert evening.table.session.setup.practice
        heard = heard_to_the_end(evening)
        assert heard[:3] == ["practice.open", "practice.ready", "practice.role-done"]
        assert heard[-1] == "practice.end"
        told = heard.index("one-night.seer.wake") + 1
        assert heard[told : told + 2] == ["practice.side.village", "one-night.seer.close"]
        assert heard.index("explain.role.robber") < heard.index("one-night.robber.wake")
        assert {"practice.sleep", "explain.role.villager", "vote.rule.tie"} <= set(heard)
        assert evening.table.session is None
        assert evening.table.choices.played == {}
        assert counts_nothing(evening)

    def test_start_goes_on_when_the_role_is_done(self, real_house, real_table):
        evening = practised(real_house, real_table)
        assert shown(evening)[-1] == "go on"
        evening.start()
        while not window_open(evening):
            pass_time(evening.after("ended"), 0.1)
        cue = cue_of(evening)
        assert cue_of(evening.after("start")) > cue

    def test_newcomers_are_told_first_which_cards_it_needs(self, real_house, real_table):
        evening = practised(real_house, replace(real_table, choices=replace(real_table.choices, explain="new")))
        assert said(evening)[-1] == ("one-night.lay.cards",)
        assert said(evening.after("start"))[-1][0] == "practice.open"
        assert said(evening.after("back"))[-1] == ("one-night.lay.cards",)
        assert said(evening.after("hold-start"))[-1][0] == "practice.open"

    def test_the_journal_brings_it_back(self, real_house, real_table):
        evening = practised(real_house, real_table)
        entries = [effect.entry for effect in evening.effects if isinstance(effect, Record)]
        again = restore_session(real_house, entries)
        assert again.play == evening.table.session.play

    def test_wherewolf_is_practised_from_the_same_item(self, real_house, real_table):
        choices = replace(real_table.choices, game="wherewolf")
        evening = practised(real_house, replace(real_table, choices=choices))
        heard = heard_to_the_end(evening)
        assert (heard[0], heard[-1]) == ("wherewolf.practice.cards", "practice.end")
        assert heard.index("explain.role.wherewolf.seer") < heard.index("wherewolf.seer.wake")
        deck = real_house.games["wherewolf"].deck(real_table.choices.setups["wherewolf"])
        assert {f"explain.role.wherewolf.{role}" for role in deck} < set(heard)
        assert evening.table.session is None
        assert evening.table.choices.played == {}
        assert counts_nothing(evening)

    def test_a_game_without_one_offers_none(self, evening):
        assert "screen.practice" not in [item.line for item in MENUS["options"].items(evening.house, evening.table)]


def practised(house: House, table: Table) -> Evening:
    evening = Evening(house, table)
    return evening.at_row("screen.practice").after("press")


def counts_nothing(evening: Evening) -> bool:
    """Return whether nothing was counted: no game, and no role as played. Only the cards on the table may be saved."""
    kept = [effect.choices for effect in evening.effects if isinstance(effect, Remember)]
    counted = any(isinstance(effect, CountGame) for effect in evening.effects)
    return not counted and all(choices.games == 0 and not choices.played for choices in kept)


def cue_of(evening: Evening) -> int:
    session = evening.table.session
    return session.score.cue if session and session.score else -1


def window_open(evening: Evening) -> bool:
    session = evening.table.session
    score = session.score if session else None
    return score is not None and not score.over and isinstance(score.show[score.cue], Window)


def heard_to_the_end(evening: Evening) -> list[str]:
    """Play to the end with START at announcements and time elsewhere, and return every line said."""
    for _ in range(400):
        session = evening.table.session
        if session is None:
            break
        if isinstance(session.stage, Perform):
            pass_time(evening.after("ended"), 30.0)
        else:
            evening.start()
    return [line for lines in said(evening) for line in lines]
