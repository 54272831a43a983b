"""Tests acting step by step: the calls, who acts, what may be chosen, and when to stop."""

import pytest

from nightcrier.box.games.one_night.referee.card_state import CardState, HouseRules, lay_cards
from nightcrier.box.games.one_night.referee.deeds import CardLook, do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction, free_artifacts, may_stop, next_choices
from nightcrier.box.games.one_night.referee.whole_night import awake_seats, copied_role_done_at_once, meetings
from nightcrier.box.games.one_night.rules.calls import NightCall, calls_of_cards
from nightcrier.box.games.one_night.rules.deal import place_names, place_numbers
from nightcrier.box.games.one_night.rules.roles import ROLES


def table(players: str, rules: HouseRules | None = None, center_wolf: str | None = None) -> CardState:
    return lay_cards(players.split(), ["villager", "tanner", "insomniac"], center_wolf, rules or HouseRules())


def after(state: CardState, *actions: str) -> CardState:
    """Return the state after actions such as `1 robber P2`."""
    for action in actions:
        seat, role, *targets = action.split()
        state = do_action(state, RoleAction(int(seat) - 1, role, places(state, *targets))).state
    return state


def places(state: CardState, *targets: str) -> tuple[int, ...]:
    return tuple(place_numbers(state.seats)[name] for name in targets)


def offered(state: CardState, seat: int, role: str, *chosen: str) -> str:
    found = next_choices(state, seat - 1, role, places(state, *chosen))
    return " ".join(place_names(state.seats)[place] for place in found)


# -- the calls -------------------------------------------------------------------------------------------------------

ALL_CALLS = "0 1 1-minion 2 2-B 2-C 3 4 5 5-B 5-C 6 6-B 7 7-B 8 9 9a 10 10a 11 11a"


def test_the_calls_come_in_the_order_of_the_rulebook():
    assert " ".join(step.number for step in calls_of_cards(tuple(ROLES))) == ALL_CALLS


@pytest.mark.parametrize(
    ("deck", "numbers_called"),
    [
        ("werewolf seer robber", "2 5 6"),
        ("alpha-wolf seer", "2 2-B 5"),
        ("mystic-wolf seer", "2 2-C 5"),
        ("dream-wolf minion", "3"),
        ("dream-wolf werewolf", "2"),
        ("doppelganger insomniac", "1 9 9a"),
        ("doppelganger minion curator", "1 1-minion 3 10 10a"),
        ("revealer curator insomniac", "9 10 11"),
        ("villager tanner hunter bodyguard", ""),
    ],
)
def test_only_the_roles_of_the_deck_are_called(deck, numbers_called):
    assert " ".join(step.number for step in calls_of_cards(deck.split())) == numbers_called


def test_the_revealer_may_be_called_before_the_curator():
    called = calls_of_cards(["doppelganger", "curator", "revealer"], curator_first=False)
    assert [step.number for step in called] == ["1", "11", "11a", "10", "10a"]


def test_the_seats_that_open_their_eyes_are_those_dealt_the_role_or_its_copy():
    state = table("doppelganger alpha-wolf dream-wolf seer mason")
    wolves = NightCall("2", "werewolf")
    assert awake_seats(state, wolves) == (1,)
    assert awake_seats(state, NightCall("4", "mason")) == (4,)
    viewed = after(state, "1 doppelganger P2")
    assert awake_seats(viewed, wolves) == (0, 1)
    assert awake_seats(viewed, NightCall("2-B", "alpha-wolf")) == (1,)
    assert awake_seats(after(state, "1 doppelganger P5"), NightCall("4", "mason")) == (0, 4)
    assert awake_seats(after(state, "1 doppelganger P3"), wolves) == (1,)


def test_a_robbed_seat_still_opens_its_eyes():
    assert awake_seats(after(table("seer robber drunk"), "2 robber P3"), NightCall("8", "drunk")) == (2,)


@pytest.mark.parametrize(("viewed", "role"), [("P2", "seer"), ("P3", None), ("P4", None)])
def test_a_doppelganger_acts_at_once_only_where_the_rulebook_says(viewed, role):
    state = table("doppelganger seer insomniac minion")
    assert copied_role_done_at_once(state, 0) is None
    assert copied_role_done_at_once(after(state, f"1 doppelganger {viewed}"), 0) == role
    assert copied_role_done_at_once(state, 1) is None


def test_a_doppelgangers_own_steps_are_for_her_alone():
    state = after(table("doppelganger seer insomniac minion"), "1 doppelganger P3")
    assert awake_seats(state, NightCall("9a", "insomniac", copied=True)) == (0,)
    assert awake_seats(state, NightCall("9", "insomniac")) == (2,)
    assert awake_seats(state, NightCall("1-minion", "minion", copied=True)) == ()


def test_nobody_meets_where_nobody_is():
    assert meetings(table("werewolf seer robber")) == {}


# -- the choices -----------------------------------------------------------------------------------------------------

OFFERS = [
    ("sentinel", "", "P2 P3 P4"),
    ("doppelganger", "", "P2 P3 P4"),
    ("mystic-wolf", "", "P2 P3 P4"),
    ("seer", "", "P2 P3 P4 C1 C2 C3"),
    ("seer", "P2", ""),
    ("seer", "C1", "C2 C3"),
    ("seer", "C1 C2", ""),
    ("apprentice-seer", "", "C1 C2 C3"),
    ("paranormal-investigator", "", "P2 P3 P4"),
    ("paranormal-investigator", "P2", "P3 P4"),
    ("paranormal-investigator", "P3", ""),
    ("paranormal-investigator", "P2 P4", ""),
    ("robber", "", "P2 P3 P4"),
    ("witch", "", "C1 C2 C3"),
    ("witch", "C2", "P1 P2 P3 P4"),
    ("witch", "C2 P1", ""),
    ("troublemaker", "", "P2 P3 P4"),
    ("troublemaker", "P3", "P2 P4"),
    ("drunk", "", "C1 C2 C3"),
    ("insomniac", "", "P1"),
    ("curator", "", "P1 P2 P3 P4"),
    ("revealer", "", "P2 P3 P4"),
    ("village-idiot", "", ""),
    ("hunter", "", ""),
    ("werewolf", "", ""),
]


@pytest.mark.parametrize(("role", "chosen", "places_offered"), OFFERS, ids=[f"{r} {c}" for r, c, _ in OFFERS])
def test_a_role_is_offered_what_the_rules_allow_next(role, chosen, places_offered):
    assert offered(table(f"{role} hunter tanner minion"), 1, role, *chosen.split()) == places_offered


SHIELDED = [
    ("robber", "P1", ""),
    ("robber", "P2", "P3 P4"),
    ("drunk", "P1", ""),
    ("insomniac", "P1", ""),
    ("seer", "P1", "P2 P3 P4 C1 C2 C3"),
    ("seer", "P3", "P2 P4 C1 C2 C3"),
    ("curator", "P1", "P2 P3 P4"),
    ("troublemaker", "P2", "P3 P4"),
]


@pytest.mark.parametrize(("role", "shield", "places_offered"), SHIELDED, ids=[f"{r} {s}" for r, s, _ in SHIELDED])
def test_a_card_under_a_shield_is_not_offered(role, shield, places_offered):
    state = after(table(f"{role} hunter tanner sentinel"), f"4 sentinel {shield}")
    assert offered(state, 1, role) == places_offered


def test_a_shielded_witch_is_offered_all_but_herself():
    assert offered(after(table("witch sentinel hunter"), "2 sentinel P1"), 1, "witch", "C1") == "P2 P3"


def test_a_troublemaker_who_finds_one_card_only_is_offered_none():
    state = after(table("troublemaker sentinel hunter"), "2 sentinel P3")
    assert offered(state, 1, "troublemaker") == ""
    assert may_stop(state, 0, "troublemaker")


def test_the_alpha_wolf_is_offered_nobody_he_knows_as_a_werewolf():
    state = table("alpha-wolf doppelganger dream-wolf seer", center_wolf="werewolf")
    assert offered(state, 1, "alpha-wolf") == "P2 P4"
    assert offered(after(state, "2 doppelganger P3"), 1, "alpha-wolf") == "P4"
    assert offered(after(state, "2 doppelganger P1"), 2, "alpha-wolf") == "P3 P4"


def test_roles_of_the_center_are_offered_the_alpha_wolfs_card_too():
    assert offered(table("alpha-wolf drunk seer", center_wolf="werewolf"), 2, "drunk") == "C1 C2 C3 CW"


def test_a_lone_werewolf_is_offered_the_center_with_the_house_rule_only():
    lone = HouseRules(lone_wolf=True)
    assert offered(table("mystic-wolf seer hunter", lone), 1, "werewolf") == "C1 C2 C3"
    assert offered(table("mystic-wolf dream-wolf hunter", lone), 1, "werewolf") == ""


def test_a_second_curator_is_offered_cards_and_artifacts_that_are_free():
    state = table("curator hunter seer")
    state = do_action(state, RoleAction(0, "curator", (1,), artifact="mask-of-muting")).state
    assert offered(state, 1, "curator") == "P1 P3"
    assert len(free_artifacts(state)) == 5
    assert "mask-of-muting" not in free_artifacts(state)


STOPS = [
    ("robber", "", True),
    ("drunk", "", False),
    ("alpha-wolf", "", False),
    ("doppelganger", "", False),
    ("witch", "", True),
    ("witch", "C1", False),
    ("witch", "C1 P2", True),
    ("seer", "C1", False),
    ("seer", "C1 C2", True),
    ("paranormal-investigator", "P2", True),
    ("troublemaker", "P2", False),
]


@pytest.mark.parametrize(("role", "chosen", "free"), STOPS, ids=[f"{r} {c}" for r, c, _ in STOPS])
def test_whether_a_choice_may_end_here(role, chosen, free):
    state = table(f"{role} hunter tanner minion", center_wolf="werewolf" if role == "alpha-wolf" else None)
    assert may_stop(state, 0, role, places(state, *chosen.split())) is free


def test_what_must_be_done_need_not_be_where_it_cannot():
    assert may_stop(after(table("drunk sentinel hunter"), "2 sentinel P1"), 0, "drunk")


def test_a_witch_is_told_the_center_card_before_she_chooses_the_player():
    state = table("witch hunter seer")
    half = do_action(state, RoleAction(0, "witch", places(state, "C2")))
    assert half.told == (CardLook(4, "tanner"),)
    assert half.state is state


def test_an_action_leaves_the_state_it_was_given_as_it_was():
    state = table("robber hunter seer")
    after(state, "1 robber P2")
    assert state == table("robber hunter seer")
