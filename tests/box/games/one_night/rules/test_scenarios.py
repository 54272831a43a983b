"""Tests scenarios: the shipped files, and what is said about a file that cannot be used."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.games.one_night.game import OneNight
from nightcrier.box.games.one_night.plug import OneNightPlug
from nightcrier.box.games.one_night.rules.calls import wake_order
from nightcrier.box.games.one_night.rules.deal import MOST_WITHIN_REACH
from nightcrier.box.games.one_night.rules.deck_findings import deck_problems
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_book import PRINTED
from nightcrier.box.games.one_night.rules.roles import ROLES
from nightcrier.box.games.one_night.rules.scenarios import deck_scenario
from nightcrier.box.library import read_deck
from nightcrier.box.show.setup import Setup
from nightcrier.kernel.errors import BadFile

GOOD = """
game = "one-night"
level = 1
cards = ["werewolf", "werewolf", "seer", "robber", "troublemaker", "villager"]
fillers = ["villager"]
[names]
en = "Ours"
"""

DAYBREAK = {  # as printed: fewest players and cards
    "evil-transformation": (3, "doppelganger alpha-wolf mystic-wolf minion robber witch"),
    "trust-no-one": (3, "doppelganger alpha-wolf mystic-wolf robber witch tanner"),
    "cautionary-tale": (4, "werewolf mystic-wolf seer apprentice-seer revealer hunter bodyguard"),
    "information-society": (4, "werewolf mystic-wolf seer apprentice-seer witch insomniac revealer"),
    "total-chaos": (5, "doppelganger alpha-wolf werewolf robber witch troublemaker village-idiot curator"),
}


def test_the_first_game_is_the_one_of_the_rulebook(shipped):
    base = ["werewolf", "werewolf", "seer", "robber", "troublemaker"]
    named = shipped["first-game"]
    assert named.scenario.players == (3, 4, 5)
    for players in named.scenario.players:
        assert sorted(named.deck(players)) == sorted(base + ["villager"] * (players - 2))


@pytest.mark.parametrize("name", sorted(DAYBREAK))
def test_the_daybreak_scenarios_are_as_printed_and_fill_up_to_ten(name, shipped):
    fewest, cards = DAYBREAK[name]
    named = shipped[name]
    assert named.scenario.players == tuple(range(fewest, 11))
    assert sorted(named.deck(fewest)) == sorted(cards.split())


def test_nothing_is_said_against_the_cards_of_any_shipped_deck(shipped):
    game = OneNight([*shipped.values()])
    laid = {"lay-center-wolf", "lay-artifacts", "lay-shield", "lay-shields", "crowd", "helper"}
    for name, named in shipped.items():
        for players in named.scenario.players:
            found = {finding.key.removeprefix("warning.") for finding in game.warnings(Setup(name, players))}
            assert found <= laid, (name, players)
    assert {name for name, named in shipped.items() if named.printed} == {*DAYBREAK, "first-game"}


def test_a_printed_deck_that_was_changed_by_hand_is_doubted_like_any(shipped):
    game = OneNight([*shipped.values()])
    cards = ("werewolf", "mystic-wolf", "seer", "apprentice-seer", "villager", "hunter", "bodyguard")
    assert [finding.key for finding in game.warnings(Setup("cautionary-tale", 4, cards))] == ["warning.bodyguard-few"]


def test_the_eighth_card_of_information_society_is_the_investigator(shipped):
    """By ruling 5 of One Night, the eighth card of Information Society is the Paranormal Investigator."""
    four, five = (set(shipped["information-society"].deck(players)) for players in (4, 5))
    assert five - four == {"paranormal-investigator"}


def test_every_deck_of_every_shipped_scenario_is_legal(shipped):
    found = [
        (name, n)
        for name, named in shipped.items()
        for n in named.scenario.players
        if deck_problems(named.deck(n), n, named.book(PRINTED))
    ]
    assert found == []


def test_more_than_ten_have_at_most_eight_calls_and_no_doppelganger(shipped):
    for named in shipped.values():
        for players in (number for number in named.scenario.players if number > MOST_WITHIN_REACH):
            calls = wake_order(named.deck(players), Options())
            assert len(calls) <= 8
            assert "doppelganger" not in calls


def test_the_ladder_has_every_level_every_role_and_every_number_of_players(shipped):
    assert {named.scenario.level for named in shipped.values()} == {1, 2, 3, 4, 5}
    assert {role for named in shipped.values() for role in (*named.cards, *named.fillers)} == set(ROLES)
    for players in range(3, 11):
        assert sum(players in named.scenario.players for named in shipped.values()) >= 3


def test_beginners_meet_neither_doppelganger_nor_daybreak(shipped):
    easy = {role for named in shipped.values() if named.scenario.level <= 2 for role in (*named.cards, *named.fillers)}
    assert all(role != "doppelganger" and ROLES[role].box == "base" for role in easy)


def test_fillers_join_one_by_one(shipped):
    for named in shipped.values():
        for players in named.scenario.players[1:]:
            more = list(named.deck(players))
            for role in named.deck(players - 1):
                more.remove(role)
            assert more == [named.fillers[players - named.scenario.players[0] - 1]]


def test_there_is_no_deck_for_a_number_the_scenario_is_not_made_for(shipped):
    assert shipped["first-game"].deck(6) == ()


def test_a_file_of_ones_own_is_read():
    named = deck_scenario(GOOD.encode(), "ours")
    assert (named.scenario.id, named.scenario.players, named.scenario.names) == ("ours", (3, 4), {"en": "Ours"})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("level = 1", "level = 9", "ours.toml: level: must be a whole number from 1 to 5."),
        ("level = 1", 'level = "easy"', "ours.toml: level: must be a whole number from 1 to 5."),
        ("level = 1", "", "ours.toml: level: is missing."),
        ("level = 1", "levels = 1", "ours.toml: levels: is no key that is known here; did you mean 'level'?"),
        ('"one-night"', '"chess"', 'ours.toml: game: must be one of "one-night".'),
        ("en =", "it =", "ours.toml: names: needs at least a name in English (en)."),
        ('en = "Ours"', f'en = "{"x" * 81}"', "ours.toml: names.en: must have at most 80 characters."),
        ("level = 1", "level =", "ours.toml: is not TOML: Invalid value (at line 3, column 8)."),
        ('"seer", ', "", "ours.toml: cards: for 2 players: At least 3 players."),
        ('["villager"]', '["mason"]', "ours.toml: fillers: for 4 players: One Mason is missing."),
        ('["villager"]', '["seer"]', "ours.toml: fillers: for 4 players: Only 1: Seer."),
        ('"seer"', '"ser"', "ours.toml: cards: expected a role, got 'ser'; the roles are sentinel, doppelganger,"),
        ('["villager"]', '["thief"]', "ours.toml: fillers: expected a role, got 'thief'; the roles are sentinel,"),
    ],
)
def test_a_broken_file_is_refused_by_file_key_and_what_is_expected(old, new, complaint):
    with pytest.raises(BadFile) as refused:
        read_deck(OneNightPlug(), GOOD.replace(old, new).encode(), "ours")
    assert str(refused.value).startswith(complaint)
    assert str(refused.value).endswith((".", "?"))


def test_a_file_in_another_encoding_is_refused():
    with pytest.raises(BadFile, match="is not UTF-8 text"):
        deck_scenario(b"\xff\xfe\x00", "ours")


@given(st.binary(max_size=200) | st.text(alphabet='[]{}="a1\n.', max_size=200).map(str.encode))
def test_junk_is_refused_with_one_sentence(junk):
    with pytest.raises(BadFile):
        deck_scenario(junk, "junk")


def test_a_file_nested_beyond_reason_is_refused():
    with pytest.raises(BadFile, match="is not TOML"):
        deck_scenario(b"a = " + b"[" * 3_000, "deep")
