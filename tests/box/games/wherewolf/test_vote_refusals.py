"""Tests that what breaks a rule of the votes is refused in one sentence naming round, seat and rule."""

from typing import Any

import pytest

from tests.box.games.wherewolf.paper import game_of, night_of, refusal_of, round_of, votes_of

SIX = "seer pack-leader peasant hermit witch medium"
QUIET = round_of()
CITY = "mayor orator pettifogger merchant seer pack-leader"
TIED = {"hands": {"P1": 2, "P2": 2}}

CASES: dict[str, tuple[dict[str, Any], str]] = {
    "a vote of no seat": (game_of(SIX, round_of("", "9:P1")), "round 1, seat 9: who has no seat here does not vote"),
    "a vote for no place": (
        game_of(SIX, round_of("", "1:P9")),
        "round 1, seat 1: a vote in the accusation is for one of",
    ),
    "hands for no place": (game_of(SIX, round_of("", "P9=1")), "P1, P2, P3, P4, P5, P6, not P9"),
    "votes and hands": (
        game_of(SIX, votes_of({"votes": {}, "hands": {}})),
        "round 1, day, accusation: must be votes or hands",
    ),
    "neither votes nor hands": (
        game_of(SIX, votes_of({})),
        "round 1, day, accusation: must be votes or hands: one of them, and not both",
    ),
    "a vote for the eliminated": (
        game_of(SIX, round_of("", "P3=6"), round_of("", "1:P3")),
        "round 2, seat 1: a vote in the accusation is for one of P1, P2, P4, P5, P6, not P3",
    ),
    "hands for the eliminated": (
        game_of(SIX, round_of("", "P3=6"), round_of("", "P3=1")),
        "round 2: a vote in the accusation is for one of P1, P2, P4, P5, P6, not P3",
    ),
    "fewer than no hands": (game_of(SIX, votes_of({"hands": {"P1": -1}})), "round 1: P1 cannot have -1 hands"),
    "more hands than people": (game_of(SIX, round_of("", "P1=7")), "round 1: nobody can have more than 6 hands"),
    "more hands than votes": (game_of(SIX, round_of("", "P1=4 P2=3")), "round 1: there are 6 votes in this accusation"),
    "more hands than even a Merchant makes": (
        game_of("merchant seer pack-leader", round_of("", "P1=3 P2=3")),
        "round 1: there are 5 votes",
    ),
    "one player twice from the Merchant": (
        game_of("merchant seer pack-leader", round_of("", "1:P2,P2")),
        "the Merchant gives a player one vote at most",
    ),
    "no run-off": (
        game_of(SIX, round_of("", "P1=2 P2=2")),
        "round 1: P1, P2 are Accused, so there has to be a run-off",
    ),
    "a run-off of one": (
        game_of(SIX, round_of("", "P1=2", "P1=2")),
        "round 1: there is no run-off where one player at",
    ),
    "a run-off of none": (game_of(SIX, round_of("", "", "")), "round 1: there is no run-off where one player at most"),
    "a run-off of two players": (
        game_of("pack-leader seer peasant peasant", round_of("", "P2=4"), round_of("1 pack-leader P3", "", "")),
        "round 2: there is no run-off where two players are left",
    ),
    "a run-off vote for nobody Accused": (
        game_of(SIX, round_of("", "P1=2 P2=2", "3:P4")),
        "round 1, seat 3: a vote in the run-off is for one of P1, P2, not P4",
    ),
    "a Seer who signals": (
        game_of(SIX, round_of("", "P1=1", accused="1 seer P2")),
        "round 1, seat 1: the Seer does not signal in the accu",
    ),
    "a Mayor who signals early": (
        game_of(CITY, round_of("", "P1=1", accused="1 mayor P2")),
        "the Mayor does not signal in the accusation",
    ),
    "another's signal": (
        game_of(CITY, round_of("", "P1=1", accused="1 pettifogger P2")),
        "this seat does not hold the Pettifogger; it holds the Mayor",
    ),
    "a signal of no role": (
        game_of(CITY, round_of("", "P1=1", accused="1 x P2")),
        "round 1, seat 1: there is no role 'x'",
    ),
    "two signals": (
        game_of(CITY, round_of("", "P1=1", accused="3 pettifogger P2; 3 pettifogger P1".replace("; ", ";"))),
        "the Pettifogger signals once in a vote",
    ),
    "a signal beside a vote": (
        game_of(CITY, round_of("", "3:P1", accused="3 pettifogger P2")),
        "the Pettifogger signals instead of voting",
    ),
    "a signal for the eliminated": (
        game_of(CITY, round_of("", "P5=6"), round_of("", "P1=1", accused="3 pettifogger P5")),
        "signals a player in play",
    ),
    "a Pettifogger for himself": (
        game_of(CITY, round_of("", "P1=1", accused="3 pettifogger P3")),
        "the Pettifogger signals one other player",
    ),
    "several targets of the Mayor": (
        game_of(CITY, votes_of(TIED, {"hands": {}, "signals": [{"seat": 1, "as": "mayor", "targets": ["P1", "P2"]}]})),
        "the Mayor signals one Accused",
    ),
    "a Mayor for nobody Accused": (
        game_of(CITY, votes_of(TIED, {"hands": {}, "signals": [{"seat": 1, "as": "mayor", "target": "P5"}]})),
        "the Mayor signals one Accused",
    ),
    "an Orator who is Accused": (
        game_of(CITY, votes_of(TIED, {"hands": {}, "signals": [{"seat": 2, "as": "orator", "targets": ["P1"]}]})),
        "the Orator signals only while he is not Accused",
    ),
    "an Orator for nobody": (
        game_of(
            CITY,
            votes_of(
                {"hands": {"P1": 2, "P5": 2}}, {"hands": {}, "signals": [{"seat": 2, "as": "orator", "targets": []}]}
            ),
        ),
        "the Orator signals one or more players, each once",
    ),
    "a day after the end": (
        game_of("seer hermit", QUIET, QUIET),
        "round 2: the game ended in the morning, so there is no day",
    ),
    "a round after the end": (
        game_of("seer hermit", QUIET, night_of(), night_of()),
        "round 3: the game ended in round 2",
    ),
    "a round without a day in the middle": (
        game_of(SIX, night_of(), night_of()),
        "round 1: a round in the middle of a game needs its day",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_breaks_a_rule_of_the_votes_is_refused_with_the_rule(name):
    game, rule = CASES[name]
    assert rule in refusal_of(game)
