"""Tests the Doppelganger: every role she can view, at once or in her own step, and cards that had changed before."""

import pytest

MYSTIC = [("P2", "mystic-wolf"), ("P3", "robber"), ["P2"]]
APPRENTICE = [("P2", "apprentice-seer"), ("C3", "tanner")]
COPIES = [
    ("sentinel", ["P3"], "doppelganger sentinel robber hunter", [("P2", "sentinel")]),
    ("mystic-wolf", ["P3"], "doppelganger mystic-wolf robber hunter", MYSTIC),
    ("seer", ["P3"], "doppelganger seer robber hunter", [("P2", "seer"), ("P3", "robber")]),
    ("apprentice-seer", ["C3"], "doppelganger apprentice-seer robber hunter", APPRENTICE),
    ("robber", ["P4"], "hunter robber robber doppelganger", [("P2", "robber"), ("P1", "hunter")]),
    ("witch", ["C3", "P1"], "tanner witch robber hunter", [("P2", "witch"), ("C3", "tanner")]),
    ("troublemaker", ["P2", "P4"], "doppelganger hunter robber troublemaker", [("P2", "troublemaker")]),
    ("drunk", ["C3"], "tanner drunk robber hunter", [("P2", "drunk")]),
    ("insomniac", ["P1"], "doppelganger insomniac robber hunter", [("P2", "insomniac"), ("P1", "doppelganger")]),
    ("revealer", ["P4"], "doppelganger revealer robber hunter", [("P2", "revealer"), ("P4", "hunter")]),
]  # fmt: skip


@pytest.mark.parametrize(("role", "targets", "after", "facts"), COPIES, ids=[row[0] for row in COPIES])
def test_a_doppelganger_does_what_she_viewed(role, targets, after, facts, verdict):
    found = verdict(
        players=["doppelganger", role, "robber", "hunter"],
        center=["villager", "villager", "tanner"],
        night=[f"1 {role} {' '.join(targets)}", "1 doppelganger P2"],
    )
    assert found.cards == after
    assert found.seen("P1") == facts
    place = next((p for p, player in found["players"].items() if player["card"] == "doppelganger"), None)
    assert place is None or found["players"][place]["plays_as"] == role


def test_a_doppelganger_acts_at_once_and_sees_the_cards_of_that_moment(verdict):
    found = verdict(
        "doppelganger seer troublemaker hunter",
        night=[
            "3 troublemaker P2 P4",
            "2 seer P4",
            "1 doppelganger P2",
            "1 seer P4",
        ],
    )
    assert (found.seen("P1"), found.seen("P2")) == ([("P2", "seer"), ("P4", "hunter")], [("P4", "hunter")])


def test_a_doppelganger_insomniac_looks_after_every_exchange(verdict):
    found = verdict(
        "doppelganger insomniac troublemaker drunk",
        night=[
            "1 insomniac",
            "1 doppelganger P2",
            "3 troublemaker P1 P4",
            "4 drunk C1",
        ],
    )
    assert found.seen("P1")[-1] == ("P1", "drunk")
    assert found.cards == "drunk insomniac troublemaker villager"


def test_a_doppelganger_turns_the_ring_before_the_others_act(verdict):
    found = verdict(
        "doppelganger village-idiot robber hunter",
        night=["1 doppelganger P2", "1 village-idiot left", "2 village-idiot left", "3 robber P2"],
    )
    # The ring of hers: P2 to P3, P3 to P4, P4 to P2. The robbery. The ring of his own: P1 to P3, P3 to P4, P4 to P1.
    assert found.seen("P3") == [("P3", "hunter")]
    assert found.cards == "robber village-idiot doppelganger hunter"


def test_a_doppelganger_alpha_gives_to_anybody_but_the_alpha_and_the_alpha_takes_what_lies_there(verdict):
    found = verdict(
        "doppelganger alpha-wolf werewolf hunter",
        center_wolf="dream-wolf",
        night=["1 doppelganger P2", "1 alpha-wolf P3", "2 alpha-wolf P4"],
    )
    assert found.cards == "doppelganger alpha-wolf dream-wolf werewolf"
    assert (found["center"]["CW"], found.seen("P1")) == ("hunter", [("P2", "alpha-wolf"), ["P2", "P3"]])


def test_a_doppelganger_minion_sees_the_thumbs_and_nobody_sees_her(verdict):
    found = verdict("doppelganger minion werewolf dream-wolf", night=["1 doppelganger P2"])
    assert (found.seen("P1"), found.seen("P2")) == ([("P2", "minion"), ["P3", "P4"]], [["P3", "P4"]])
    assert (found.seen("P3"), found["players"]["P1"]["team"]) == ([["P4"]], "werewolf")


def test_a_doppelganger_mason_meets_the_masons(verdict):
    found = verdict("doppelganger mason mason", night=["1 doppelganger P2"])
    assert (found.seen("P1"), found.seen("P3")) == ([("P2", "mason"), ["P2", "P3"]], [["P1", "P2"]])


def test_a_doppelganger_dream_wolf_sleeps_and_shows_a_thumb(verdict):
    found = verdict("doppelganger dream-wolf werewolf minion", night=["1 doppelganger P2"])
    assert (found.seen("P1"), found.seen("P3")) == ([("P2", "dream-wolf")], [["P1", "P2"]])
    assert found.seen("P4") == [["P1", "P2", "P3"]]


def test_a_doppelganger_investigator_who_finds_a_werewolf_stays_asleep(verdict):
    found = verdict(
        "doppelganger paranormal-investigator werewolf minion",
        night=["1 doppelganger P2", "1 paranormal-investigator P3 P4"],
    )
    assert found.seen("P1") == [("P2", "paranormal-investigator"), ("P3", "werewolf")]
    assert (found.seen("P3"), found.seen("P4")) == ([], [["P3"]])
    assert found["players"]["P1"]["plays_as"] == "werewolf"


def test_a_doppelganger_who_views_a_doppelganger_is_nobody_in_particular(verdict):
    found = verdict("doppelganger doppelganger werewolf", night=["1 doppelganger P2"])
    assert found["players"]["P1"]["team"] == "village"
    assert any("2" in line and "Doppelganger" in line for line in found["warnings"])


def test_acts_as_says_what_a_card_plays_as_already(verdict):
    found = verdict("doppelganger paranormal-investigator seer", acts_as={"P1": "minion", "P2": "tanner"})
    assert [player["plays_as"] for player in found["players"].values()] == ["minion", "tanner", "seer"]
    assert "warnings" not in found


def test_acts_as_holds_when_the_card_moves_and_in_the_center(verdict):
    found = verdict(
        "drunk robber doppelganger",
        center=["doppelganger", "villager", "villager"],
        acts_as={"C1": "werewolf", "P3": "tanner"},
        night=["2 robber P3", "1 drunk C1"],
    )
    assert [player["plays_as"] for player in found["players"].values()] == ["werewolf", "tanner", "robber"]


def test_a_doppelganger_who_acts_as_a_role_has_its_later_steps_and_meetings(verdict):
    found = verdict("doppelganger robber seer", acts_as={"P1": "insomniac"}, night=["1 insomniac"])
    assert found.seen("P1") == [("P1", "doppelganger")]
    assert verdict("doppelganger werewolf seer", acts_as={"P1": "alpha-wolf"}).seen("P2") == [["P1"]]


def test_acts_as_may_tell_what_a_doppelganger_investigator_found(verdict):
    players = ["doppelganger", "paranormal-investigator", "mystic-wolf"]
    look = "1 doppelganger P2"
    for night in ([look], [look, "1 paranormal-investigator P3"]):
        found = verdict(players=players, acts_as={"P1": "werewolf"}, night=night)
        assert found["players"]["P1"]["plays_as"] == "werewolf"
    same = verdict(players=players, acts_as={"P2": "mystic-wolf"}, night=["2 paranormal-investigator P3"])
    assert same["players"]["P2"]["plays_as"] == "mystic-wolf"
