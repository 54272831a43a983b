"""What each role reads when it comes to the box at dusk: of its own, and of nobody it has not seen."""

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
FIRST_NIGHT = night(RULES, night_falls(TABLE), dialling({}))
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


def test_every_role_is_at_this_table() -> None:
    assert set(TABLE.roles) == set(ROLE_TABLE)


@pytest.mark.parametrize("role", ROLE_TABLE)
def test_a_role_reads_what_it_knows_and_nothing_else(role: str) -> None:
    knows = READ.get(role, [])
    does = [f"help.{role}"] if len(knows) < 2 else []
    assert seen_by(FIRST_NIGHT, TABLE.roles.index(role) + 1) == [f"you-are {role}", *does, *knows]


def test_the_deal_shows_the_own_role_and_does_not_pass_unread() -> None:
    played = play_steps(RULES, night_falls(TABLE), (SecretRound(DealRound()),), dialling({}))
    assert [said(turn.prompt(()).seen)[0] for turn in played.turns] == [f"you-are {role}" for role in TABLE.roles]
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
def test_the_second_page_of_the_deal_says_how_the_role_wins(role: str, possible: str, way: str) -> None:
    table = table_of(f"{role} {possible}") if role not in possible.split() else table_of(possible)
    seat = table.roles.index(role)
    turn = DealRound().turn(rules_of(table), night_falls(table), seat, ())
    assert said(turn.prompt(("read",)).seen) == [f"you-are {role}", f"wins.{way}"]


def test_who_has_nobody_reads_so() -> None:
    table = table_of("seer pack-leader priest vampire-hunter monk thief guard vampire", "traitor sinner courtesan mage")
    played = night(rules_of(table), night_falls(table), dialling({}))
    assert seen_by(played, 2)[1:] == ["with-you nobody", "no-traitor"]
    assert seen_by(played, 3)[1:] == ["no-sinner", "courtesan-no"]
    assert seen_by(played, 5)[-1] == "not-in-play courtesan mage"
    assert seen_by(played, 6)[-1] == "with-you nobody"
    assert seen_by(played, 7)[1:] == ["with-you nobody", "criminals-are 1"]
    assert seen_by(played, 8)[-1] == "with-you nobody"


def test_lovers_and_the_angel_know_on_later_evenings() -> None:
    table = table_of("seer pack-leader juliet guardian-angel hermit bard sinner innkeeper")
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({3: "5", 4: "6"}))
    assert seen_by(first, 5) == ["you-are hermit", "help.hermit"]
    second = night(rules, next_night(rules, first), dialling({}))
    assert seen_by(second, 3)[-1] == "your-romeo 5"
    assert seen_by(second, 5)[-1] == "your-juliet 3"
    assert seen_by(second, 4)[-1] == "your-beloved 6"
    assert seen_by(second, 6) == ["you-are bard", "help.bard"]


def test_an_item_is_known_from_the_first_dawn() -> None:
    table = table_of("seer pack-leader hermit bard sinner innkeeper mage jester", items={"amulet": 3, "sword": 3})
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    assert seen_by(first, 4) == ["you-are bard", "help.bard"]
    assert seen_by(first, 4, dawn=True) == ["read.item amulet sword"]
    second = night(rules, next_night(rules, first), dialling({4: "- 3 5"}))
    assert seen_by(second, 4)[-1] == "you-have amulet sword"
    third = night(rules, next_night(rules, second), dialling({}))
    assert seen_by(third, 3)[-1] == "you-have amulet"
    assert seen_by(third, 5)[-1] == "you-have sword"
    assert seen_by(third, 4) == ["you-are bard", "help.bard"]


def test_who_was_won_over_knows_the_guild_master_and_keeps_the_role() -> None:
    table = table_of("seer pack-leader guild-master thief priest bard sinner innkeeper", "mage")
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    second = night(rules, next_night(rules, first), dialling({3: "5 mage"}))
    assert seen_by(second, 3, dawn=True) == ["read.saw-nobody mage", "with-you 5"]
    assert seen_by(second, 5, dawn=True) == ["read.criminal 3"]
    third = night(rules, next_night(rules, second), dialling({}))
    assert seen_by(third, 5) == ["you-are priest", "sinner-is 7", "read.criminal 3"]
    assert seen_by(third, 3) == ["you-are guild-master", "help.guild-master", "with-you 4 5"]
    assert seen_by(third, 4)[-1] == "with-you 3"


def test_a_progeny_knows_the_vampire_and_has_no_role_any_more() -> None:
    table = table_of("seer pack-leader vampire ghoul guard other-guard sinner innkeeper")
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    second = night(rules, next_night(rules, first), dialling({3: "5"}))
    assert seen_by(second, 5, dawn=True) == ["read.progeny 3 4"]
    assert seen_by(second, 3, dawn=True) == seen_by(second, 4, dawn=True) == ["with-you 5"]
    third = night(rules, next_night(rules, second), dialling({}))
    assert seen_by(third, 5) == ["read.progeny 3 4"]
    assert seen_by(third, 3)[-1] == "with-you 4 5"
    assert seen_by(third, 4)[-1] == "with-you 3 5"


def test_a_descendant_reads_nothing_of_it_before_he_turns() -> None:
    table = table_of("seer pack-leader pack-wolf peasant hermit bard sinner innkeeper", latent={3: "descendant"})
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({}))
    assert seen_by(first, 4) == ["you-are peasant", "help.peasant"]
    second = night(rules, next_night(rules, first), dialling({2: "4"}))
    assert seen_by(second, 4, dawn=True) == ["read.werewolf 2 3"]
    assert seen_by(second, 3, dawn=True) == ["read.refused 4", "with-you 4"]
    third = night(rules, next_night(rules, second), dialling({}))
    assert seen_by(third, 4) == ["you-are peasant", "help.peasant", "read.werewolf 2 3"]
    assert seen_by(third, 2)[-1] == "with-you 3 4"


def test_where_there_is_no_room_the_role_gives_way() -> None:
    table = table_of(
        "seer pack-leader juliet pack-wolf traitor hermit bard sinner innkeeper", items={"amulet": 3, "sword": 0}
    )
    rules = rules_of(table)
    first = night(rules, night_falls(table), dialling({3: "4"}))
    assert seen_by(first, 4) == ["you-are pack-wolf", "with-you 2", "traitor-is 5"]
    village = next_night(rules, first)
    alone = seen_by(night(rules, village, dialling({})), 4)
    assert alone == ["you-are pack-wolf", "with-you 2", "traitor-is 5", "your-juliet 3·amulet"]
    assert seen_by(night(rules, village, dialling({2: "7"})), 4) == [*alone[1:], "pack-wants 2→7"]
