"""After the vote: what is asked, what is not, and the verdict that follows."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from device.games.one_night.paper import PaperVote, add_answer, paper_stage
from device.games.one_night.rules.options import Options
from device.games.one_night.rules.roles import ROLES
from device.show.facts import Word
from device.show.stages import Ask, Verdict
from tests.games.facts import filling, keys_of

FIRST = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")
DAYBREAK = ("werewolf", "doppelganger", "paranormal-investigator", "curator", "hunter", "bodyguard", "tanner")


def enter(deck: tuple[str, ...], answers: list[str], options: Options | None = None) -> PaperVote:
    reckoning = PaperVote(deck, len(deck) - 3, options or Options())
    for answer in answers:
        reckoning = add_answer(reckoning, answer)
    return reckoning


def asked(reckoning: PaperVote) -> tuple[str, str, list[str]]:
    question = paper_stage(reckoning)
    assert isinstance(question, Ask)
    asked = question.question
    seat = str(filling(asked, "n")) if asked.fillings else ""
    return asked.key, seat, [option.value for option in question.choices]


def test_nobody_has_to_enter_anything() -> None:
    assert asked(enter(FIRST, []))[0] == "ask.result"
    assert paper_stage(enter(FIRST, ["no"])) is None


def test_a_seat_points_at_any_other_or_at_nobody() -> None:
    assert asked(enter(FIRST, ["yes"])) == ("ask.vote", "1", ["2", "3", "0"])
    assert asked(enter(FIRST, ["yes", "2"])) == ("ask.vote", "2", ["1", "3", "0"])


def test_only_cards_that_are_left_can_lie_before_somebody() -> None:
    kind, seat, cards = asked(enter(FIRST, ["yes", "2", "1", "1", "werewolf", "werewolf"]))
    assert (kind, seat) == ("ask.card", "3")
    assert cards == ["seer", "robber", "troublemaker", "villager"]


def test_any_spare_wolf_may_have_been_given_away_but_only_one() -> None:
    deck = ("alpha-wolf", "werewolf", "seer", "robber", "troublemaker", "villager", "villager")
    votes = ["yes", "2", "1", "1", "1"]
    wolves = ["werewolf", "mystic-wolf", "dream-wolf"]

    def left(*cards: str) -> list[str]:
        kind, _, values = asked(enter(deck, [*votes, *cards]))
        assert kind == "ask.card"
        return [value for value in values if value in wolves]

    assert left() == wolves
    assert left("werewolf") == wolves
    assert left("mystic-wolf") == ["werewolf"]
    assert left("werewolf", "dream-wolf") == []
    assert left("werewolf", "werewolf") == []


def test_what_can_only_be_one_card_is_not_asked() -> None:
    deck = ("werewolf", "villager", "villager", "villager", "villager", "villager")
    verdict = paper_stage(enter(deck, ["yes", "2", "1", "1", "werewolf"]))
    assert isinstance(verdict, Verdict)


def test_the_verdict_names_the_dead_the_winners_and_a_reason_for_each_team() -> None:
    verdict = paper_stage(enter(FIRST, ["yes", "2", "1", "1", "werewolf", "seer", "villager"]))
    assert isinstance(verdict, Verdict)
    assert (verdict.dead, verdict.winners, verdict.points) == ((1,), (2, 3), (0, 1, 1))
    assert keys_of(verdict.facts) == [
        "verdict.dead",
        "reason.village-wolf-died",
        "reason.werewolf-one-died",
        "verdict.winners",
    ]
    assert verdict.lines[:2] == ("verdict.dead", "seat.1")


def test_a_ring_vote_kills_nobody() -> None:
    verdict = paper_stage(enter(FIRST, ["yes", "2", "3", "1", "seer", "robber", "villager"]))
    assert isinstance(verdict, Verdict)
    assert (verdict.dead, verdict.winners) == ((), (1, 2, 3))
    assert verdict.facts[0] == Word("verdict.alive")


def test_after_the_verdict_it_is_over() -> None:
    assert paper_stage(enter(FIRST, ["yes", "2", "1", "1", "werewolf", "seer", "villager", ""])) is None


def test_artifacts_and_adopted_roles_are_asked_where_the_deck_has_them() -> None:
    votes = ["yes", "2", "1", "1", "1"]
    cards = ["doppelganger", "paranormal-investigator", "hunter", "tanner"]
    reckoning = enter(DAYBREAK, [*votes, *cards])
    assert asked(reckoning)[:2] == ("ask.artifact", "1")
    reckoning = enter(DAYBREAK, [*votes, *cards, "0", "claw-of-the-werewolf", "brand-of-the-villager"])
    kind, seat, roles = asked(reckoning)
    assert (kind, seat) == ("ask.plays", "1")
    assert "hunter" in roles
    reckoning = add_answer(reckoning, "hunter")
    assert asked(reckoning) == ("ask.plays", "2", ["paranormal-investigator", "werewolf", "tanner"])
    verdict = paper_stage(add_answer(reckoning, "tanner"))
    assert isinstance(verdict, Verdict)


def test_a_minion_wins_without_wolves_by_the_house_rule_only_while_he_lives() -> None:
    deck = ("minion", "villager", "villager", "werewolf", "werewolf", "seer")
    answers = ["yes", "2", "1", "0", "minion", "villager", "villager"]
    printed = paper_stage(enter(deck, ["yes", "2", "1", "2", "minion", "villager", "villager"]))
    assert isinstance(printed, Verdict)
    assert printed.winners == (1,)
    tied = paper_stage(enter(deck, [*answers[:1], "2", "1", "1", *answers[4:]], Options(minion_must_live=True)))
    assert isinstance(tied, Verdict)
    assert tied.winners == ()


@settings(max_examples=200)
@given(st.data(), st.integers(3, 10))
def test_any_row_of_answers_ends_in_a_verdict(data: st.DataObject, players: int) -> None:
    pool = [role.id for role in ROLES.values() for _ in range(role.count)]
    deck = tuple(data.draw(st.permutations(pool))[: players + 3])
    reckoning = add_answer(PaperVote(deck, players, Options()), "yes")
    for _ in range(60):
        now = paper_stage(reckoning)
        if not isinstance(now, Ask):
            break
        reckoning = add_answer(reckoning, data.draw(st.sampled_from([option.value for option in now.choices])))
    verdict = paper_stage(reckoning)
    assert isinstance(verdict, Verdict)
    assert set(verdict.winners) <= set(range(1, players + 1))


@pytest.mark.parametrize("role", ["alpha-wolf"])
def test_the_extra_wolf_card_may_have_come_to_a_player(role: str) -> None:
    deck = (role, "seer", "robber", "villager", "villager", "villager")
    assert "werewolf" in asked(enter(deck, ["yes", "2", "1", "1"]))[2]
