"""Tests the talk and the vote."""

import pytest

from nightcrier.box.games.one_night.day_and_vote import timed_talk, vote_rules, vote_show
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.show.cues import Gap, Say, Show
from nightcrier.kernel.ids import LineId

FIRST = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")


def said(show: Show) -> list[str]:
    return [line for cue in show if isinstance(cue, Say) for line in cue.lines]


def test_more_players_talk_longer_between_three_and_five_minutes():
    lengths = [timed_talk(FIRST, players, Options()).seconds for players in range(3, 11)]
    assert lengths[0] == 180.0
    assert lengths == sorted(set(lengths))
    assert lengths[-1] <= 300.0


def test_the_table_may_set_the_minutes():
    assert timed_talk(FIRST, 3, Options(day_minutes=8)).seconds == 480.0


def test_the_day_warns_half_way_at_one_minute_and_at_thirty_seconds():
    warned = (105.0, "day.half"), (60.0, "day.one-minute"), (30.0, "day.thirty-seconds")
    assert timed_talk(FIRST, 5, Options()).warnings == warned


@pytest.mark.parametrize("options", [Options(), Options(wording="short", pace="fast")])
def test_the_countdown_has_an_even_beat_and_ends_on_the_word(options):
    show = vote_show(FIRST, 5, options)
    start = show.index(Say(LineId("vote.three")))
    beat = show[start + 1]
    assert isinstance(beat, Gap)
    assert [cue.line if isinstance(cue, Say) else cue for cue in show[start : start + 7]] == [
        *("vote.three", beat, "vote.two", beat, "vote.one", beat, "vote.now")
    ]


def test_only_the_dead_turn_their_cards_first_unless_there_is_a_bodyguard():
    turned = [
        [line for line in said(vote_show(deck, 5, options)) if ".reveal." in line]
        for deck, options in (
            (FIRST, Options(wording="full")),
            (FIRST, Options(wording="short")),
            ((*FIRST, "bodyguard"), Options()),
        )
    ]
    assert turned == [
        ["one-night.reveal.turn", "one-night.reveal.rest"],
        ["one-night.reveal.dead", "one-night.reveal.rest"],
        ["one-night.reveal.all"],
    ]


@pytest.mark.parametrize(("players", "seconds"), [(3, 6.0), (5, 8.0), (10, 13.0)])
def test_nothing_is_said_while_people_count(players, seconds):
    show = vote_show(FIRST, players, Options())
    assert show[show.index(Say(LineId("vote.hold"))) + 1] == Gap(seconds)


def test_a_table_that_learns_hears_the_rules_before_it_points():
    heard = said(vote_show((*FIRST, "hunter"), 5, Options(wording="full")))
    rules, point = ("vote.rule.tie", "vote.rule.one"), heard.index("vote.now")
    assert all(heard.index(rule) < heard.index("vote.open") < point < heard.index("vote.rule.hunter") for rule in rules)


@pytest.mark.parametrize("added", [(), ("bodyguard",), ("hunter",), ("curator",), ("bodyguard", "hunter", "curator")])
def test_each_deck_hears_the_rules_of_its_own_vote_and_no_others(added):
    """A deck's rules are told in the vote, and if somebody asks by day. Some decks hear only how a tie ends."""
    needs = {"tie": (), "bodyguard": "bodyguard", "one": (), "token": "curator", "hunter": "hunter"}
    rules = [f"vote.rule.{rule}" for rule, card in needs.items() if not card or card in added]
    deck = (*FIRST, *added)
    assert list(vote_rules(deck, Options())) == ["vote.rule.point", *rules]
    assert [line for line in timed_talk(deck, 5, Options()).explain if line.startswith("vote.rule.")] == rules
    assert [line for line in said(vote_show(deck, 5, Options(), deck)) if line.startswith("vote.rule.")] == rules
    assert not [line for line in said(vote_show(deck, 5, Options(wording="short"))) if line.startswith("vote.rule.")]
    dealt, without = Options(deal=True), [rule for rule in rules if rule != "vote.rule.token"]
    assert [line for line in timed_talk(deck, 5, dealt).explain if line.startswith("vote.rule.")] == without
    assert [line for line in said(vote_show(deck, 5, dealt, deck)) if line.startswith("vote.rule.")] == without


def test_a_later_vote_tells_the_rules_of_new_roles_alone():
    deck = (*FIRST, "bodyguard", "hunter")
    known, new = (said(vote_show(deck, 5, Options(), fresh)) for fresh in ((), ("hunter",)))
    assert [line for line in new if line.startswith("vote.rule.")] == ["vote.rule.hunter"]
    assert [line for line in new if line != "vote.rule.hunter"] == known


def test_where_all_vote_in_secret_nobody_is_told_to_point():
    """Cards dealt by hand rule out a secret vote, so people are told to point even if the option is on."""
    deck, secret = (*FIRST, "bodyguard", "hunter"), Options(deal=True, secret_vote=True)
    told = [*vote_rules(deck, secret), *timed_talk(deck, 5, secret).explain]
    pointed = {"vote.rule.point", "vote.ring", "vote.rule.bodyguard", "vote.rule.hunter"}
    assert pointed.isdisjoint(told)
    assert {"vote.rule.secret", "vote.ring.secret", "vote.rule.bodyguard.secret", "vote.rule.hunter.secret"} < set(told)
    by_hand = Options(secret_vote=True)
    assert pointed < {*vote_rules(deck, by_hand), *timed_talk(deck, 5, by_hand).explain}


def test_the_vote_reads_as_it_should(cue_sheet):
    assert cue_sheet(vote_show(FIRST, 5, Options(wording="short"))).splitlines()[1:] == [
        "call    vote",
        "signal  gong",
        "say     day.over: Time's up.",
        "say     vote.open.short: Decide now. Hands down till I say.",
        "gap     3 s",
        "say     vote.three: Three.",
        "gap     0.7 s",
        "say     vote.two: Two.",
        "gap     0.7 s",
        "say     vote.one: One.",
        "gap     0.7 s",
        "say     vote.now: Point!",
        "gap     1.5 s",
        "say     vote.hold: Hold your finger still, and count the votes.",
        "gap     8 s",
        "say     one-night.reveal.dead: If you have the most votes, and at least two, you're out: turn your card over.",
        "gap     4 s",
        "say     one-night.reveal.rest: Everyone else, turn yours over.",
        "gap     6 s",
    ]
