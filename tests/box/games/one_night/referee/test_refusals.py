"""Tests that what breaks a rule is refused in one sentence naming seat and rule, and that unusual tables are judged."""

import pytest

# The cards of the seats, one choice, the beginning of the rule that it breaks.
CHOICES = [
    ("robber seer hunter", "1 robber P1", "the Robber robs one other player"),
    ("robber seer hunter", "1 robber C1", "the Robber robs one other player"),
    ("robber seer hunter", "1 robber P2 P3", "the Robber robs one other player"),
    ("robber seer hunter", "2 seer P2", "the Seer looks at one other player's card or at two center cards"),
    ("robber seer hunter", "2 seer C1", "the Seer looks at one other player's card or at two center cards"),
    ("robber seer hunter", "2 seer P1 P3", "the Seer looks at one other player's card or at two center cards"),
    ("robber seer hunter", "2 seer P1 C1", "the Seer looks at one other player's card or at two center cards"),
    ("robber seer hunter", "2 seer C1 C2 C3", "the Seer looks at one other player's card or at two center cards"),
    ("robber seer hunter", "2 seer C1 C1", "the Seer looks at one other player's card or at two center cards, and no"),
    ("apprentice-seer seer hunter", "1 apprentice-seer P2", "the Apprentice Seer looks at one center card"),
    ("apprentice-seer seer hunter", "1 apprentice-seer C1 C2", "the Apprentice Seer looks at one center card"),
    ("mystic-wolf seer hunter", "1 mystic-wolf P1", "the Mystic Wolf looks at the card of one other player"),
    ("mystic-wolf seer hunter", "1 mystic-wolf C1", "the Mystic Wolf looks at the card of one other player"),
    ("paranormal-investigator seer hunter", "1 paranormal-investigator C1", "the Paranormal Investigator looks at one"),
    ("paranormal-investigator seer hunter", "1 paranormal-investigator P1 P2", "the Paranormal Investigator looks at"),
    ("paranormal-investigator seer hunter", "1 paranormal-investigator P2 P2", "the Paranormal Investigator looks at"),
    ("witch seer hunter", "1 witch C1", "the Witch looks at one center card and must then exchange it"),
    ("witch seer hunter", "1 witch P2 C1", "the Witch looks at one center card and must then exchange it"),
    ("witch seer hunter", "1 witch C1 C2", "the Witch looks at one center card and must then exchange it"),
    ("troublemaker seer hunter", "1 troublemaker P2", "the Troublemaker exchanges the cards of two other players"),
    ("troublemaker seer hunter", "1 troublemaker P1 P2", "the Troublemaker exchanges the cards of two other players"),
    ("troublemaker seer hunter", "1 troublemaker P2 P2", "the Troublemaker exchanges the cards of two other players"),
    ("troublemaker seer hunter", "1 troublemaker P2 C2", "the Troublemaker exchanges the cards of two other players"),
    ("village-idiot seer hunter", "1 village-idiot P2 left", "the Village Idiot chooses only the direction"),
    ("drunk seer hunter", "1 drunk P2", "the Drunk exchanges his card with one center card"),
    ("drunk seer hunter", "1 drunk C1 C2", "the Drunk exchanges his card with one center card"),
    ("drunk seer hunter", "1 drunk CW", "a target is one of P1 to P3, C1 to C3, not 'CW'"),
    ("drunk seer hunter", "1 drunk C4", "a target is one of P1 to P3, C1 to C3, not 'C4'"),
    ("robber seer hunter", "1 robber P4", "a target is one of P1 to P3, C1 to C3, not 'P4'"),
    ("robber seer hunter", "1 robber P0", "a target is one of P1 to P3, C1 to C3, not 'P0'"),
    ("insomniac seer hunter", "1 insomniac P2", "the Insomniac looks at her own card only"),
    ("sentinel seer hunter", "1 sentinel P1", "the Sentinel shields the card of one other player"),
    ("sentinel seer hunter", "1 sentinel C1", "the Sentinel shields the card of one other player"),
    ("doppelganger seer hunter", "1 doppelganger P1", "the Doppelganger looks at the card of one other player"),
    ("doppelganger seer hunter", "1 doppelganger C1", "the Doppelganger looks at the card of one other player"),
    ("revealer seer hunter", "1 revealer P1", "the Revealer turns over the card of one other player"),
    ("revealer seer hunter", "1 revealer C1", "the Revealer turns over the card of one other player"),
    ("curator seer hunter", "1 curator C1 mask-of-muting", "the Curator puts one artifact on one player's card"),
    ("curator seer hunter", "1 curator P1", "the Curator needs both a player and an artifact"),
    ("curator seer hunter", "1 curator mask-of-muting", "the Curator needs both a player and an artifact"),
    ("curator seer hunter", "1 curator P1 horn-of-plenty", "the Curator lays one of claw-of-the-werewolf, "),
    ("robber seer hunter", "1 robber P2 mask-of-muting", "only the Curator places an artifact, not the Robber"),
    ("robber seer hunter", "1 robber P2 left", "only the Village Idiot chooses a direction, not the Robber"),
    ("robber seer hunter", "2 robber P1", "this seat does not hold the Robber"),
    ("doppelganger seer hunter", "1 seer P2", "this seat does not hold the Seer"),
    ("robber seer hunter", "3 hunter P1", "this role chooses nothing at night"),
    ("minion seer hunter", "1 werewolf C1", "this seat does not hold the Werewolf"),
    ("dream-wolf seer hunter", "1 werewolf C1", "this seat does not hold the Werewolf"),
    ("werewolf seer hunter", "1 werewolf C1", "a Werewolf looks at a center card only with the house rule lone_wolf"),
    ("robber seer hunter", "1 butler P2", "there is no role 'butler'"),
]


@pytest.mark.parametrize(("players", "choice", "rule"), CHOICES, ids=[f"{c} of {p}" for p, c, _ in CHOICES])
def test_a_choice_against_a_rule_is_refused(players, choice, rule, refusal):
    assert refusal(players, night=[choice]).startswith(f"seat {choice[0]}: {rule}")


LONE = {"lone_wolf": True}
TABLES = [
    ("two seats", {"players": "seer robber"}, "a game has at least 3 seats, not 2"),
    ("no seats", {"players": ""}, "a game has at least 3 seats, not 0"),
    ("two center cards", {"center": ["seer", "robber"]}, "there are exactly 3 center cards beside the Alpha Wolf's"),
    ("four center cards", {"center": ["villager"] * 4}, "there are exactly 3 center cards"),
    ("an unknown player", {"players": "seer Seer robber"}, "seat 2: there is no role 'Seer'"),
    ("an unknown center card", {"center": ["seer", "x", "seer"]}, "center, C2: there is no role 'x'"),
    ("an Alpha Wolf without the card", {"players": "alpha-wolf seer robber"}, "the Alpha Wolf needs the extra center"),
    ("an Alpha Wolf in the center without it", {"center": ["alpha-wolf", "seer", "seer"]}, "the Alpha Wolf needs the"),
    ("the card without an Alpha Wolf", {"center_wolf": "werewolf"}, "the extra center card center_wolf belongs to"),
    ("a Seer as that card", {"players": "alpha-wolf seer robber", "center_wolf": "seer"}, "center_wolf is one of were"),
    ("another game", {"game": "chess"}, "the referee judges one-night, not 'chess'"),
    ("too few votes", {"votes": [2, 1]}, "there are 3 seats, but 2 votes"),
    ("too many votes", {"votes": [2, 1, 1, 1]}, "there are 3 seats, but 4 votes"),
    ("a vote for oneself", {"votes": [2, 2, 1]}, "seat 2: nobody votes for himself"),
    ("a vote for nobody there", {"votes": [2, 1, 4]}, "seat 3: a vote names a seat from 1 to 3, not 4"),
    ("a vote for seat 0", {"votes": [0, 1, 1]}, "seat 1: a vote names a seat from 1 to 3, not 0"),
    ("votes and the dead", {"votes": [2, 1, 1], "dead": [1]}, "a game has either votes or the dead, not both"),
    ("a dead stranger", {"dead": [4]}, "the list of the dead names a seat from 1 to 3 only"),
    ("a dead center card", {"dead": ["C1"]}, "the list of the dead names a seat from 1 to 3 only"),
    ("a dead place that is none", {"dead": ["Q1"]}, "the list of the dead names a seat from 1 to 3 only"),
    ("somebody twice dead", {"dead": [1, "P1"]}, "nobody dies twice"),
    ("an action of no seat", {"night": ["4 seer P1"]}, "an action in the night names a seat from 1 to 3 only"),
    ("an action of seat 0", {"night": ["0 seer P1"]}, "an action in the night names a seat from 1 to 3 only"),
    ("a second turn", {"night": ["1 seer P2", "1 seer P3"]}, "seat 1: the Seer acts once in a night"),
    ("a direction that is none", {"players": "village-idiot seer robber", "night": [
        {"seat": 1, "as": "village-idiot", "direction": "up"}]}, "seat 1: the Village Idiot moves the cards left or"),
    ("an Alpha Wolf giving to a Werewolf", {"players": "alpha-wolf dream-wolf robber", "center_wolf": "werewolf",
        "night": ["1 alpha-wolf P2"]}, "seat 1: the Alpha Wolf never gives it to another Werewolf"),
    ("an Alpha Wolf giving to a copy", {"players": "alpha-wolf doppelganger mystic-wolf", "center_wolf": "werewolf",
        "night": ["2 doppelganger P3", "1 alpha-wolf P2"]}, "seat 1: the Alpha Wolf never gives it to another Wer"),
    ("a Doppelganger giving to the Alpha Wolf", {"players": "alpha-wolf doppelganger robber", "center_wolf": "werewolf",
        "night": ["2 doppelganger P1", "2 alpha-wolf P1"]}, "seat 2: the Doppelganger never gives it to the Alpha"),
    ("a Werewolf who is not alone", {"players": "werewolf dream-wolf robber", "house_rules": LONE,
        "night": ["1 werewolf C1"]}, "seat 1: a Werewolf looks at a center card only with the house rule"),
    ("two artifacts on a card", {"players": "curator doppelganger robber", "night": ["2 doppelganger P1",
        "1 curator P3 mask-of-muting", "2 curator P3 shroud-of-shame"]}, "seat 2: two artifacts never lie on one card"),
    ("an artifact twice", {"players": "curator doppelganger robber", "night": ["2 doppelganger P1",
        "1 curator P3 mask-of-muting", "2 curator P1 mask-of-muting"]}, "seat 2: the Curator lays one of claw"),
    ("a copied turn after a look that a shield stopped", {"players": "sentinel doppelganger seer", "night": [
        "1 sentinel P3", "2 doppelganger P3", "2 seer C1 C2"]}, "seat 2: this seat does not hold the Seer"),
    ("acts_as for a Robber", {"acts_as": {"P2": "seer"}}, "acts_as is for a Doppelganger or Paranormal Investigator"),
    ("acts_as for no place", {"acts_as": {"Q2": "seer"}}, "acts_as is for a Doppelganger or Paranormal Investigator"),
    ("acts_as of no role", {"acts_as": {"P1": "butler"}}, "acts_as gives 'P1' the role 'butler', which does not exist"),
    ("an investigator as a Seer", {"players": "paranormal-investigator seer robber", "acts_as": {"P1": "seer"}},
        "acts_as: the Paranormal Investigator at P1 becomes a Werewolf or a Tanner only"),
    ("acts_as against the look", {"players": "doppelganger seer robber", "acts_as": {"P1": "robber"},
        "night": ["1 doppelganger P2"]}, "seat 1: acts_as calls this card the Robber, but its look makes it the Seer"),
    ("acts_as against what was found", {"players": "paranormal-investigator tanner seer", "acts_as": {"P1": "werewolf"},
        "night": ["1 paranormal-investigator P2"]}, "seat 1: acts_as calls this card the Werewolf, but its look"),
    ("acts_as against a wolf found", {"players": "paranormal-investigator werewolf seer", "acts_as": {"P1": "tanner"},
        "night": ["1 paranormal-investigator P2"]}, "seat 1: acts_as calls this card the Tanner, but its look"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "game", "rule"), TABLES, ids=[what for what, _, _ in TABLES])
def test_a_game_against_a_rule_is_refused(what, game, rule, refusal):
    assert refusal(**{"players": "seer robber hunter"} | game).startswith(rule)


# -- what is judged all the same -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "warning"),
    [
        ("seer seer seer", "The boxes hold 1 of the Seer, and this table has 3."),
        ("mason seer hunter", "One Mason is alone: Masons come in two."),
        ("mason mason mason", "The boxes hold 2 of the Mason, and this table has 3."),
        (
            "villager " * 11,
            "Of 11 players some cannot reach each other's cards: somebody who does not play moves them.",
        ),
    ],
)
def test_a_table_that_stretches_the_box_is_judged_with_a_warning(players, warning, verdict):
    assert warning in verdict(players)["warnings"]


IDLE = [
    ("drunk seer hunter", [], [1]),
    ("drunk seer hunter", ["1 drunk"], [1]),
    ("alpha-wolf seer hunter", [], [1]),
    ("doppelganger seer hunter", [], [1]),
    ("doppelganger drunk hunter", ["1 doppelganger P2", "2 drunk C1"], [1]),
    ("doppelganger drunk hunter", ["1 doppelganger P2"], [1, 2]),
    ("alpha-wolf dream-wolf werewolf", [], []),
    ("drunk sentinel hunter", ["2 sentinel P1"], []),
    ("sentinel doppelganger sentinel", ["1 sentinel P3", "3 sentinel P1"], []),
    ("seer robber troublemaker", [], []),
]


@pytest.mark.parametrize(("players", "night", "seats"), IDLE, ids=[f"{p}: {n}" for p, n, _ in IDLE])
def test_a_power_that_must_be_used_and_was_not_is_warned_of(players, night, seats, verdict):
    found = verdict(players, night, center_wolf="werewolf" if "alpha" in players else None)
    idle = [line for line in found.get("warnings", []) if "must act" in line]
    assert [int(line.split(",")[0].removeprefix("Seat ")) for line in idle] == seats


def test_an_entry_that_chooses_nothing_does_nothing(verdict):
    players = "robber seer village-idiot curator witch troublemaker"
    found = verdict(players, [f"{seat} {role}" for seat, role in enumerate(players.split(), 1)])
    assert found.cards == players
    assert found["told"] == {}
    assert ["names no direction" in line for line in found["warnings"]] == [True]


def test_the_narrators_house_rules_change_no_verdict(verdict):
    game = {
        "players": "werewolf revealer curator",
        "votes": [2, 1, 1],
        "night": ["2 revealer P3", "3 curator P2 mask-of-muting"],
    }
    switches = {"move_your_card": False, "curator_before_revealer": False}
    assert verdict(**game, house_rules=switches) == verdict(**game)
