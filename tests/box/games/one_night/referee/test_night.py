"""Tests what each role sees and moves in the night."""

import pytest


@pytest.mark.parametrize(
    ("role", "targets", "facts"),
    [
        ("seer", ["P2"], [("P2", "werewolf")]),
        ("seer", ["C3", "C1"], [("C3", "insomniac"), ("C1", "villager")]),
        ("apprentice-seer", ["C3"], [("C3", "insomniac")]),
        ("mystic-wolf", ["P3"], [["P2"], ("P3", "hunter")]),
        ("paranormal-investigator", ["P3", "P2"], [("P3", "hunter"), ("P2", "werewolf")]),
        ("paranormal-investigator", ["P2", "P3"], [("P2", "werewolf")]),
        ("revealer", ["P3"], [("P3", "hunter")]),
        ("insomniac", ["P1"], [("P1", "insomniac")]),
        ("insomniac", [], [("P1", "insomniac")]),
        ("robber", ["P3"], [("P1", "hunter")]),
        ("witch", ["C3", "P1"], [("C3", "insomniac")]),
        ("drunk", ["C1"], []),
        ("troublemaker", ["P2", "P3"], []),
    ],
)
def test_a_role_is_told_what_it_looked_at(role, targets, facts, verdict):
    found = verdict(players=[role, "werewolf", "hunter"], night=[f"1 {role} {' '.join(targets)}"])
    assert found.seen("P1") == facts


def test_werewolves_meet_with_open_eyes_and_thumbs_but_the_dream_wolf_sees_nobody(verdict):
    found = verdict(
        "werewolf alpha-wolf mystic-wolf dream-wolf minion seer",
        center_wolf="werewolf",
        night=["2 alpha-wolf P6"],
    )
    assert (found.seen("P1"), found.seen("P2")) == ([["P2", "P3", "P4"]], [["P1", "P3", "P4"]])
    assert (found.seen("P3"), found.seen("P4")) == ([["P1", "P2", "P4"]], [])
    assert found.seen("P5") == [["P1", "P2", "P3", "P4"]]


def test_masons_meet_and_a_mason_alone_meets_nobody(verdict):
    both = verdict("mason seer mason")
    assert (both.seen("P1"), both.seen("P3"), both["told"].keys()) == ([["P3"]], [["P1"]], {"P1", "P3"})
    assert verdict("mason seer robber")["told"] == {}


def test_a_lone_werewolf_looks_at_a_center_card_with_the_house_rule(verdict):
    for wolf in ("werewolf", "mystic-wolf"):
        found = verdict(players=[wolf, "seer", "robber"], house_rules={"lone_wolf": True}, night=["1 werewolf C3"])
        assert found.seen("P1") == [("C3", "insomniac")]


def test_the_drunk_may_take_the_alpha_wolfs_center_card(verdict):
    found = verdict(
        "drunk seer robber",
        center=["alpha-wolf", "villager", "villager"],
        center_wolf="mystic-wolf",
        night=["1 drunk CW"],
    )
    assert (found["players"]["P1"]["card"], found["center"]["CW"]) == ("mystic-wolf", "drunk")


@pytest.mark.parametrize("face", ["werewolf", "alpha-wolf", "mystic-wolf", "dream-wolf", "tanner"])
def test_an_investigator_becomes_what_stops_him(face, verdict):
    found = verdict(
        players=["paranormal-investigator", face, "hunter"],
        center_wolf="werewolf" if face == "alpha-wolf" else None,
        night=["1 paranormal-investigator P2 P3"],
    )
    assert found["players"]["P1"]["plays_as"] == ("tanner" if face == "tanner" else "werewolf")
    assert len(found.seen("P1")) == 1


def test_an_investigator_goes_on_after_a_minion(verdict):
    found = verdict(
        "paranormal-investigator minion hunter",
        night=["1 paranormal-investigator P2 P3"],
    )
    assert found["players"]["P1"]["plays_as"] == "paranormal-investigator"
    assert (found["players"]["P1"]["team"], len(found.seen("P1"))) == ("village", 2)


def test_an_investigators_card_that_moved_before_his_look_still_is_what_he_finds(verdict):
    found = verdict(
        "paranormal-investigator doppelganger troublemaker hunter tanner",
        night=[
            "2 doppelganger P3",
            "2 troublemaker P1 P4",
            "1 paranormal-investigator P5",
        ],
    )
    assert found["players"]["P1"]["plays_as"] == "hunter"
    assert found["players"]["P4"] | {"team": "tanner"} == found["players"]["P4"]
    assert found["players"]["P4"]["card"] == "paranormal-investigator"


def test_a_robbed_investigators_card_keeps_what_it_became(verdict):
    found = verdict(
        "paranormal-investigator robber dream-wolf",
        night=["1 paranormal-investigator P3", "2 robber P1"],
    )
    assert found["players"]["P2"]["card"] == "paranormal-investigator"
    assert found["players"]["P2"]["plays_as"] == "werewolf"
    assert found.seen("P2") == [("P2", "paranormal-investigator")]
    assert found["players"]["P1"]["plays_as"] == "robber"


@pytest.mark.parametrize(
    ("direction", "after"),
    [("left", "hunter village-idiot seer robber"), ("right", "robber village-idiot hunter seer")],
)
def test_the_ring_closes_over_the_idiot(direction, after, verdict):
    players = ["seer", "village-idiot", "robber", "hunter"]
    found = verdict(players=players, night=[f"2 village-idiot {direction}"])
    assert found.cards == after
    assert "warnings" not in found


def test_a_village_idiot_who_names_no_direction_moves_nothing_and_is_warned_of(verdict):
    players = ["seer", "village-idiot", "robber", "hunter"]
    found = verdict(players=players, night=["2 village-idiot"])
    assert found.cards == " ".join(players)
    assert found["warnings"] == [
        "Seat 2, the Village Idiot, names no direction, left or right: judged as if no card was moved."
    ]


def test_the_ring_closes_over_every_shield_and_may_be_of_nobody(verdict):
    players = ["sentinel", "village-idiot", "sentinel", "hunter"]
    shields = ["1 sentinel P3", "3 sentinel P1", "2 village-idiot left"]
    assert verdict(players=players, night=shields).cards == " ".join(players)
    assert verdict(players=players[:3], night=shields).cards == " ".join(players[:3])


@pytest.mark.parametrize(
    ("artifact", "plays_as", "team"),
    [
        ("claw-of-the-werewolf", "werewolf", "werewolf"),
        ("brand-of-the-villager", "villager", "village"),
        ("cudgel-of-the-tanner", "tanner", "tanner"),
        ("void-of-nothingness", "hunter", "village"),
        ("mask-of-muting", "hunter", "village"),
        ("shroud-of-shame", "hunter", "village"),
    ],
)
def test_an_artifact_beats_the_card(artifact, plays_as, team, verdict):
    player = verdict("curator hunter seer", night=[f"1 curator P2 {artifact}"])["players"]["P2"]
    assert (player["card"], player["plays_as"], player["team"]) == ("hunter", plays_as, team)
    assert player["artifact"] == artifact


def test_a_token_beats_what_a_doppelganger_became(verdict):
    found = verdict(
        "curator doppelganger werewolf",
        night=["2 doppelganger P3", "1 curator P2 brand-of-the-villager"],
    )
    assert found["players"]["P2"]["plays_as"] == "villager"


@pytest.mark.parametrize(
    ("face", "stays"), [("hunter", True), ("minion", True), ("tanner", False), ("dream-wolf", False)]
)
def test_a_revealed_card_stays_face_up_unless_it_is_a_werewolf_or_tanner(face, stays, verdict):
    found = verdict(players=["revealer", face, "seer"], night=["1 revealer P2"])
    assert found["players"]["P2"]["face_up"] is stays


def test_a_revealed_doppelganger_stays_face_up_whatever_she_became(verdict):
    found = verdict(
        "revealer doppelganger werewolf",
        night=["1 revealer P2", "2 doppelganger P3"],
    )
    assert found["players"]["P2"]["face_up"]
    assert found["players"]["P2"]["plays_as"] == "werewolf"
