"""Tests what each role reads at the deal and at dusk: only about itself, and about those it has seen."""

import pytest

from nightcrier.box.games.engine.secret_turns import SecretRound
from nightcrier.box.games.wherewolf.dealt.deal import DealRound
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.show.stages import Prompt
from tests.box.games.wherewolf.dealt.playing import (
    dialling,
    next_night,
    night,
    night_falls,
    play_steps,
    rules_of,
    said,
    seen_by,
    table_of,
)

ALL = (
    "seer mage medium witch healer assassin guild-master thief spy corrupt-guard guard other-guard monk vampire-hunter "
    "priest sinner juliet guardian-angel pack-leader pack-wolf young-wolf traitor vampire ghoul pettifogger bard "
    "courtesan mayor merchant orator innkeeper jester madman hermit peasant"
)
TABLE = table_of(ALL, "peasant")
RULES = rules_of(TABLE)
DEAL = play_steps(RULES, night_falls(TABLE), (SecretRound(DealRound()),), dialling({}))
FIRST_NIGHT = night(RULES, night_falls(TABLE), dialling({}))
CHOOSING = ("seer", "mage", "juliet", "guardian-angel")  # in the first night
READ = {
    "assassin": ["with-you 7 8 9 10"],
    "guild-master": ["with-you 6 8 9 10"],
    "thief": ["with-you 6 7 9 10"],
    "spy": ["with-you 6 7 8 10"],
    "corrupt-guard": ["with-you 6 7 8 9", "guards-with-you 11 12", "criminals-are 5"],
    "guard": ["with-you 10 12", "criminals-are 5"],
    "other-guard": ["with-you 10 11", "criminals-are 5"],
    "monk": ["not-in-play "],
    "vampire-hunter": ["vampire-yes"],
    "priest": ["sinner-is 16", "courtesan-yes"],
    "pack-leader": ["with-you 20 21", "traitor-is 22"],
    "pack-wolf": ["with-you 19 21", "traitor-is 22"],
    "young-wolf": ["with-you 19 20", "traitor-is 22"],
    "vampire": ["with-you 24"],
    "ghoul": ["with-you 23"],
}


def test_every_role_is_at_this_table():
    assert set(TABLE.roles) == set(ROLE_TABLE)


@pytest.mark.parametrize("role", ROLE_TABLE)
def test_a_role_reads_at_the_deal_what_it_knows_and_nothing_else(role):
    knows = READ.get(role, [])
    does = [f"help.{role}"] if len(knows) < 2 else []
    assert seen_by(DEAL, TABLE.roles.index(role) + 1) == [f"you-are {role}", *does, *knows]


@pytest.mark.parametrize("role", ROLE_TABLE)
def test_at_dusk_all_read_who_is_with_them_and_what_to_dial(role):
    met = [each for each in READ.get(role, []) if each.startswith("with-you")] or ["with-you nobody"]
    if role in ("guard", "other-guard"):
        met = READ[role][:1]
    company, dial = seen_by(FIRST_NIGHT, TABLE.roles.index(role) + 1)
    assert [company] == met
    assert dial.startswith("dial ")
    assert (dial == "dial ?") == (role in CHOOSING)


def test_the_deal_does_not_pass_unread():
    turn = DealRound().turn(RULES, night_falls(TABLE), 0, ())
    assert not turn.may_pass((), looked=False)
    assert turn.may_pass((), looked=True)
    assert turn.prompt(("read", "read")) == Prompt()


@pytest.mark.parametrize(
    ("role", "possible", "way"),
    [
        ("seer", "seer", "village"),
        ("seer", "seer spy", "guarded"),
        ("mayor", "spy", "city"),
        ("spy", "spy", "criminals"),
        ("young-wolf", "spy", "wolves"),
        ("vampire", "spy", "vampire"),
        *((role, "spy", role) for role in ("juliet", "guardian-angel", "jester", "madman", "traitor", "ghoul")),
    ],
)
def test_the_second_page_of_the_deal_says_how_the_role_wins(role, possible, way):
    table = table_of(f"{role} {possible}") if role not in possible.split() else table_of(possible)
    seat = table.roles.index(role)
    turn = DealRound().turn(rules_of(table), night_falls(table), seat, ())
    assert said(turn.prompt(("read",)).seen) == [f"you-are {role}", f"wins.{way}"]


def test_who_has_nobody_reads_so():
    table = table_of("seer pack-leader priest vampire-hunter monk thief guard vampire", "traitor sinner courtesan mage")
    played = play_steps(rules_of(table), night_falls(table), (SecretRound(DealRound()),), dialling({}))
    assert seen_by(played, 2)[1:] == ["with-you nobody", "no-traitor"]
    assert seen_by(played, 3)[1:] == ["no-sinner", "courtesan-no"]
    assert seen_by(played, 5)[-1] == "not-in-play courtesan mage"
    assert seen_by(played, 6)[-1] == "with-you nobody"
    assert seen_by(played, 7)[1:] == ["with-you nobody", "criminals-are 1"]
    assert seen_by(played, 8)[-1] == "with-you nobody"


def test_who_was_won_over_knows_the_guild_master_and_keeps_the_role():
    table = table_of("seer pack-leader guild-master thief priest bard sinner innkeeper", "mage")
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    second = night(rules, next_night(rules, first), dialling({3: "5 mage"}))
    assert seen_by(second, 3, dawn=True) == ["read.saw-nobody mage", "with-you 5"]
    assert seen_by(second, 5, dawn=True) == ["read.criminal 3"]
    third = night(rules, next_night(rules, second), dialling({}))
    assert [seen_by(third, seat)[0] for seat in (3, 4, 5)] == ["with-you 4 5", "with-you 3", "with-you 3"]


def test_a_progeny_knows_the_vampire_and_has_no_role_any_more():
    table = table_of("seer pack-leader vampire ghoul guard other-guard sinner innkeeper")
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    second = night(rules, next_night(rules, first), dialling({3: "5"}))
    assert seen_by(second, 5, dawn=True) == ["read.progeny 3 4"]
    assert seen_by(second, 3, dawn=True) == seen_by(second, 4, dawn=True) == ["with-you 5"]
    third = night(rules, next_night(rules, second), dialling({}))
    assert [seen_by(third, seat)[0] for seat in (3, 4, 5)] == ["with-you 4 5", "with-you 3 5", "with-you 3 4"]


def test_a_descendant_reads_nothing_of_it_before_he_turns():
    table = table_of("seer pack-leader pack-wolf peasant hermit bard sinner innkeeper", latent={3: "descendant"})
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    assert seen_by(first, 4)[0] == "with-you nobody"
    second = night(rules, next_night(rules, first), dialling({2: "4"}))
    assert seen_by(second, 4, dawn=True) == ["read.werewolf 2 3"]
    assert seen_by(second, 3, dawn=True) == ["read.refused 4", "with-you 4"]
    third = night(rules, next_night(rules, second), dialling({}))
    assert [seen_by(third, seat)[0] for seat in (2, 4)] == ["with-you 3 4", "with-you 2 3"]
