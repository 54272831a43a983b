"""Tests a practice night: each possible role is told once, before its call; nothing is asked, nobody wins."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec import convert

from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.hosted.placing import roles_first_shown
from nightcrier.box.games.wherewolf.options import WherewolfOptions
from nightcrier.box.games.wherewolf.practice import practice_of
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, calls_made
from nightcrier.box.games.wherewolf.table.village import WolfRules
from nightcrier.box.show.answers import BACK
from nightcrier.box.show.cues import Bed, Say, Window
from nightcrier.box.show.plug import Play
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Perform, Stage, Tell
from nightcrier.kernel.errors import WrongUse

EVERYBODY = tuple(ROLE_TABLE)
ENGLISH = (Path(__file__).parents[4] / "assets" / "words" / "en.toml").read_text("utf-8")


def practised(possible: Sequence[str] = EVERYBODY, **options: object) -> list[Stage]:
    """Return all stages of a practice night."""
    play: Play = practice_of(WolfRules(tuple(possible), 12, convert(options, WherewolfOptions)))
    found = []
    while stage := play.stage():
        found.append(stage)
        play = play.answer("")
    return found


def heard(stages: Sequence[Stage]) -> list[str]:
    """Return every line heard in these stages, none of which may ask anything."""
    said: list[str] = []
    for stage in stages:
        assert isinstance(stage, Perform | Tell)
        lines = (
            stage.lines
            if isinstance(stage, Tell)
            else [line for cue in stage.show if isinstance(cue, Say) for line in cue.lines]
        )
        said += lines
    return said


def told(role: str) -> str:
    return f"explain.role.wherewolf.{role}"


@pytest.mark.parametrize("host", ["moderator", "box"])
def test_every_possible_role_is_told_once(host):
    count = Counter(heard(practised((*EVERYBODY, "peasant"), host=host)))
    assert {role: count[told(role)] for role in EVERYBODY} == dict.fromkeys(EVERYBODY, 1)
    assert {line for line in count if line.startswith("explain.")} == set(map(told, EVERYBODY))


def test_a_role_is_told_before_the_first_call_that_shows_it():
    said = heard(practised())
    for call in calls_made(1, EVERYBODY):
        words = next(at for at, line in enumerate(said) if line.startswith(f"wherewolf.{call}."))
        assert all(said.index(told(role)) < words for role in roles_first_shown(call) if role in EVERYBODY)


def test_the_calls_are_those_of_the_first_night_in_all_words_and_each_has_time_that_start_ends():
    stages = practised(amulet_sword=True, wording="short")
    shows = [stage.show for stage in stages if isinstance(stage, Perform)]
    windows = [cue for show in shows for cue in show if isinstance(cue, Window)]
    assert [window.name for window in windows] == list(calls_made(1, (*EVERYBODY, *ITEMS)))
    assert {window.least for window in windows} == {0.0}
    assert {"wherewolf.guards.wake", "wherewolf.hands-down"} <= set(heard(stages))
    assert not [cue for show in shows for cue in show if isinstance(cue, Bed)], "nobody has to be masked"


def test_who_has_no_turn_in_the_first_night_is_told_after_saying_so():
    said = heard(practised())
    rest = said[said.index("practice.sleep") :]
    assert {told("witch"), told("healer"), told("peasant")} <= set(rest)
    assert told("seer") not in rest


def test_no_role_sleeps_where_each_possible_one_is_called():
    assert "practice.sleep" not in heard(practised(("seer", "pack-leader", "mage")))


def test_without_a_moderator_nobody_is_called_and_the_way_to_the_box_is_told():
    said = heard(practised(host="box"))
    assert not [line for line in said if line.endswith((".wake", ".meet", ".close"))]
    assert said[0] == "wherewolf.practice.box"
    assert said[-7:] == [
        *(f"wherewolf.box.{line}" for line in ("how", "dusk", "dawn")),
        *("practice.day", "wherewolf.explain", "wherewolf.box.ballot"),
        "practice.end",
    ]


@pytest.mark.parametrize("host", ["moderator", "box"])
def test_every_line_of_it_is_written(host):
    assert [line for line in heard(practised(host=host, amulet_sword=True)) if f'"{line}" = ' not in ENGLISH] == []


def test_back_leads_to_what_was_told_before():
    play: Play = practice_of(WolfRules(EVERYBODY, 12))
    assert play.answer("").answer("").answer(BACK).stage() == play.answer("").stage()


def test_what_cannot_be_played_cannot_be_practised():
    with pytest.raises(WrongUse, match=r"problem\.wherewolf-players"):
        Wherewolf(()).practise(Setup("none", 17, EVERYBODY, {"host": "box"}), 1)
