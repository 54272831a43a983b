"""Tests that what a shield forbids is skipped, and nothing else."""

import pytest

BLOCKED = [
    ("robber", "P2", ["P3"], "P2"),
    ("robber", "P3", ["P3"], "P3"),
    ("drunk", "P2", ["C1"], "P2"),
    ("insomniac", "P2", ["P2"], "P2"),
    ("seer", "P3", ["P3"], "P3"),
    ("mystic-wolf", "P3", ["P3"], "P3"),
    ("paranormal-investigator", "P3", ["P3"], "P3"),
    ("troublemaker", "P3", ["P3", "P4"], "P3"),
    ("revealer", "P3", ["P3"], "P3"),
    ("alpha-wolf", "P3", ["P3"], "P3"),
    ("doppelganger", "P3", ["P3"], "P3"),
]


@pytest.mark.parametrize(("role", "shield", "targets", "under"), BLOCKED, ids=[f"{r[0]} {r[1]}" for r in BLOCKED])
def test_a_shield_stops_whoever_touches_the_card_under_it(role, shield, targets, under, verdict):
    players = ["sentinel", role, "hunter", "minion"]
    found = verdict(
        players=players,
        center_wolf="werewolf" if role == "alpha-wolf" else None,
        night=[f"2 {role} {' '.join(targets)}", f"1 sentinel {shield}"],
    )
    assert found.cards == " ".join(players)
    assert found.seen("P2") == []
    assert found["players"][under]["shield"]
    (stopped,) = [line for line in found["warnings"] if "shield" in line]
    assert "Seat 2" in stopped


def test_a_shield_on_the_own_card_leaves_the_powers_over_other_cards(verdict):
    for role, targets in (("seer", ["P3"]), ("troublemaker", ["P3", "P4"]), ("doppelganger", ["P3"])):
        found = verdict(
            players=["sentinel", role, "hunter", "minion"],
            night=["1 sentinel P2", f"2 {role} {' '.join(targets)}"],
        )
        assert "warnings" not in found


def test_a_shielded_witch_looks_but_cannot_take_the_card_herself(verdict):
    players = ["sentinel", "witch", "hunter"]
    found = verdict(players=players, night=["1 sentinel P2", "2 witch C3 P2"])
    assert found.seen("P2") == [("C3", "insomniac")]
    assert found.cards == " ".join(players)


def test_an_investigator_passes_over_a_shield(verdict):
    found = verdict(
        "sentinel paranormal-investigator tanner werewolf",
        night=["1 sentinel P3", "2 paranormal-investigator P3 P4"],
    )
    assert (found["players"]["P2"]["plays_as"], len(found["warnings"])) == ("werewolf", 1)


def test_a_curator_cannot_use_a_shielded_card_and_the_token_stays_free(verdict):
    claw = "claw-of-the-werewolf"
    found = verdict(
        "sentinel curator doppelganger hunter",
        night=[
            "1 sentinel P4",
            "3 doppelganger P2",
            f"2 curator P4 {claw}",
            f"3 curator P1 {claw}",
        ],
    )
    assert [player["artifact"] for player in found["players"].values()] == [claw, None, None, None]


def test_a_doppelganger_sentinel_puts_a_second_shield(verdict):
    found = verdict(
        "sentinel doppelganger hunter robber",
        night=[
            "1 sentinel P3",
            "2 doppelganger P1",
            "2 sentinel P4",
            "4 robber P1",
        ],
    )
    assert [player["shield"] for player in found["players"].values()] == [False, False, True, True]
    assert found["players"]["P4"]["card"] == "robber"
