"""Tests the words of calls: short if the table wants it, and shared by Vampire and Ghoul if a Ghoul is possible."""

import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.games.wherewolf.hosted.call_shows import BREATH, wake_cues
from nightcrier.box.games.wherewolf.hosted.night import nightfall_cues
from nightcrier.box.games.wherewolf.options import WherewolfOptions, WolfWording
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, calls_made
from nightcrier.box.games.wherewolf.table.day import vote_open
from nightcrier.box.games.wherewolf.table.village import WolfRules, WolfVillage
from nightcrier.box.show.cues import Say, Show
from nightcrier.box.show.stages import Perform
from nightcrier.words.catalogue import LANGUAGES
from tests.box.games.wherewolf.table.led_evening import LedEvening, call_of, led_game

WORDS = Path(__file__).parents[5] / "assets" / "words"
CALLS = {night: calls_made(night, (*ROLE_TABLE, *ITEMS)) for night in (1, 2)}


RULES_TOLD = {"vampire.touched", "healer.lovers"}
"""Lines that tell a rule, which a table that knows the game does not hear."""


def rules(wording: WolfWording) -> WolfRules:
    return WolfRules(tuple(ROLE_TABLE), 12, WherewolfOptions(wording=wording, amulet_sword=True))


def said(show: Show) -> list[str]:
    return [line.removeprefix("wherewolf.") for cue in show if isinstance(cue, Say) for line in cue.lines]


def all_said(wording: WolfWording) -> list[str]:
    """Return everything said in both nights, with and without a possible Ghoul."""
    tables = (rules(wording), replace(rules(wording), possible=tuple(role for role in ROLE_TABLE if role != "ghoul")))
    shows = [wake_cues(table, call, number) for table in tables for number in CALLS for call in CALLS[number]]
    return [line for show in shows for line in said(show)]


def test_whoever_wants_all_words_hears_no_short_form():
    assert not [line for line in all_said("full") if line.endswith(".short")]


def test_short_words_have_each_short_form_in_the_place_of_the_full_one():
    short, full = all_said("short"), set(all_said("full"))
    forms = {line for line in short if line.endswith(".short")}
    english = tomllib.loads((WORDS / "en.toml").read_text("utf-8"))["lines"]
    calls = {
        key.removeprefix("wherewolf.") for key in english if key.startswith("wherewolf.") and key.endswith(".short")
    }
    assert forms == {call for call in calls if not call.startswith("accusation.")}
    assert not {form.removesuffix(".short") for form in forms} & set(short)
    assert {line.removesuffix(".short") for line in short} == full - {"seer.wake", "mage.wake"} - RULES_TOLD


@pytest.mark.parametrize("call", ["seer", "mage"])
def test_in_the_first_night_a_short_mystic_has_no_window_either(call):
    show = wake_cues(rules("short"), call, 1)
    assert said(show) == [f"{call}.open", f"{call}.act.short"]
    assert BREATH not in show
    assert BREATH in wake_cues(rules("short"), call, 2)


def test_nobody_who_knows_the_game_is_told_how_to_tap():
    assert [said(nightfall_cues(rules(wording), 1)) for wording in ("full", "short")] == [
        ["nightfall", "tap"],
        ["nightfall"],
    ]


def test_a_rule_is_told_once_to_a_table_that_does_not_know_it():
    new, known = (replace(rules("evening"), fresh=fresh) for fresh in (tuple(ROLE_TABLE), ("witch",)))
    nights = [(new, "seer", 1), (new, "seer", 2), (new, "wolves", 2), (new, "wolves", 3), (known, "wolves", 2)]
    told = ["seer.wake", "seer.act.short", "wolves.wake", "wolves.wake.short", "wolves.wake.short"]
    assert [said(wake_cues(*night))[-1] for night in nights] == told
    votes = [vote_open(new, WolfVillage(led=True, number=day), ()).shown for day in (1, 2)]
    opened = [said(each.show) for each in votes if isinstance(each, Perform)]
    assert opened == [["accusation.open"], ["accusation.open.short"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_form_is_shorter_in_every_language(language):
    words = tomllib.loads((WORDS / f"{language}.toml").read_text("utf-8"))["lines"]
    forms = [key for key in words if key.startswith("wherewolf.") and key.endswith(".short")]
    assert forms
    assert [key for key in forms if len(words[key]["text"]) >= len(words[key.removesuffix(".short")]["text"])] == []


ALONE = "seer pack-leader vampire witch peasant healer jester hermit"
TOGETHER = "seer pack-leader vampire ghoul peasant witch healer jester hermit"
NEITHER = "seer pack-leader peasant witch peasant healer jester hermit"


def said_to_vampire(evening: LedEvening, written: str = "") -> list[str]:
    """Return what is said to the Vampire in one night."""
    began, call, said = len(evening.stages), "", list[str]()
    evening.night(written)
    for stage in evening.stages[began:]:
        call = call_of(stage) or call
        if isinstance(stage, Perform) and call == "vampire":
            said += [
                line.removeprefix("wherewolf.") for cue in stage.show if isinstance(cue, Say) for line in cue.lines
            ]
    return said


@pytest.mark.parametrize(
    ("roles", "more", "first", "later"),
    [
        (TOGETHER, "", ["vampire.meet", "ghoul.close"], ["ghoul.wake", "vampire.touched", "ghoul.close"]),
        (ALONE, "ghoul", ["vampire.meet", "ghoul.close"], ["ghoul.wake", "vampire.touched", "ghoul.close"]),
        (NEITHER, "vampire ghoul", ["vampire.meet", "ghoul.close"], ["ghoul.wake", "vampire.touched", "ghoul.close"]),
        (ALONE, "", ["vampire.known", "vampire.close"], ["vampire.wake", "vampire.touched", "vampire.close"]),
        (NEITHER, "vampire", ["vampire.known", "vampire.close"], ["vampire.wake", "vampire.touched", "vampire.close"]),
    ],
)
def test_whether_the_ghoul_is_possible_decides_the_words(roles, more, first, later):
    evening = LedEvening(led_game(roles, more))
    assert said_to_vampire(evening) == first
    assert said_to_vampire(evening.after_day(), "pack-leader nobody; vampire nobody") == later
    third = said_to_vampire(evening.after_day(), "pack-leader nobody; vampire nobody")
    assert third == [f"{later[0]}.short", later[-1]]
