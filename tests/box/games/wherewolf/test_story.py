"""Tests a judged game as a story: it tells everything that somebody chose, saw or suffered, in order."""

from typing import Any

import msgspec

from nightcrier.box.games.wherewolf.sheets.judge_report import judge_content
from nightcrier.box.games.wherewolf.sheets.judge_story import story_of_wherewolf

QUIET = {"night": [], "day": {"accusation": {"votes": {}}}}


def story(players: str, *rounds: dict[str, Any], **more: Any) -> list[str]:
    game = {"game": "wherewolf", "players": players.split(), "rounds": list(rounds), **more}
    return [line.strip() for line in story_of_wherewolf(judge_content(msgspec.json.encode(game)))]


def test_what_was_dealt_beside_the_roles_stands_first():
    told = story(
        "seer pack-leader peasant hermit jester monk spy mayor",
        {"night": []},
        latent={"P3": "hero"},
        items={"amulet": "P6"},
        house_rules={"self_choice": True},
    )
    assert told[0].startswith("Wherewolf, 8 players: P1 (Seer), P2 (Pack Leader)")
    assert told[1:4] == [
        "P3 (Peasant) is a Hero, and does not know it.",
        "P6 (Monk) has the Amulet.",
        "House rule self_choice: yes.",
    ]


def test_choices_stand_before_what_came_of_them():
    told = story(
        "seer pack-leader healer juliet hermit monk assassin mayor",
        {"night": [{"seat": 4, "as": "juliet", "target": "P8"}, {"seat": 1, "as": "seer", "target": "P2"}]} | DAY,
        {
            "night": [
                {"seat": 2, "as": "pack-leader", "target": "P6"},
                {"seat": 7, "as": "assassin", "during": "mage", "target": "P5"},
                {"seat": 3, "as": "healer", "target": "P6"},
            ]
        },
        possible=["seer", "pack-leader", "healer", "juliet", "hermit", "monk", "assassin", "mayor", "mage", "bard"],
    )
    assert "P4, as Juliet, chooses P8 as Romeo." in told
    assert "P8 (Mayor) meets Juliet: P4." in told
    assert told.index("P1, as Seer, asks about P2.") < told.index("P1 (Seer) learns: P2 has a dark aura.")
    assert "P7, as Assassin in the turn of the Mage, strikes at P5." in told
    assert told.index("P2, as Pack Leader, points at P6.") < told.index("P5 (Hermit) dies: the Assassin struck.")
    assert "P3 (Healer) sees tonight's dead: P4, P5 and P6." in told
    assert "P6 (Monk) would have died, and is saved by the Healer." in told


def test_an_attack_in_vain_and_what_befell_somebody_are_told():
    pointing = {"night": [{"seat": 2, "as": "pack-leader", "target": "P3"}]}
    in_vain = story("seer pack-leader hermit mayor", QUIET, pointing)
    assert "The wolves pointed at P3 in vain: the attack is cancelled." in in_vain
    assert not [line for line in in_vain if line.startswith("The vampire")]
    other = {"night": [{"seat": 2, "as": "pack-leader", "target": "P4"}]}
    struck = story("seer pack-leader hermit mayor", QUIET, other)
    assert "P4 (Mayor) learns that something has befallen them." in struck


def test_a_healer_who_saves_in_vain_is_told():
    told = story(
        "seer pack-leader healer juliet hermit monk assassin mayor",
        {"night": [{"seat": 4, "as": "juliet", "target": "P8"}]} | DAY,
        {"night": [{"seat": 2, "as": "pack-leader", "target": "P4"}, {"seat": 3, "as": "healer", "target": "P4"}]},
    )
    assert "P3 (Healer) saves nobody, and the power is spent." in told
    assert "P4 (Juliet) dies: of love, for the other lover is dead." in told


DAY = {
    "day": {
        "accusation": {"votes": {"1": ["P8"], "2": ["P8"], "3": ["P8"], "4": ["P2"]}},
        "run_off": {"hands": {"P8": 4, "P2": 1}},
    }
}


def test_votes_are_told_as_given_and_after_every_power():
    told = story(
        "seer pack-leader orator pettifogger hermit monk jester mayor",
        {
            "night": [],
            "day": {
                "accusation": {
                    "votes": {"1": ["P8"], "2": ["P8"], "3": ["P5"]},
                    "signals": [{"seat": 4, "as": "pettifogger", "target": "P8"}],
                }
            },
        },
    )
    assert "Votes in the accusation: P1 for P8, P2 for P8, P3 for P5." in told
    assert "P4, as Pettifogger, signals P8." in told
    assert "Votes after every power: P5 1, P8 0." in told
    assert "P5 (Hermit) burns." in told


def test_who_prevents_a_pyre_is_told():
    players = "seer pack-leader orator merchant jester monk bard mayor"
    against = {"night": [], "day": {"accusation": {"hands": {"P8": 5}}}}
    assert "Somebody would have burned, but the Orator prevents it." in story(players, against)
    jester = {"night": [], "day": {"accusation": {"hands": {"P5": 5}}}}
    monk = {"night": [], "day": {"accusation": {"hands": {"P6": 5}}}}
    assert "Somebody would have burned, but it is the day after the Jester's pyre." in story(players, jester, monk)
    saved = story(players, monk, items={"amulet": "P6"})
    assert "Somebody would have burned, but the Amulet saves its owner." in saved
    assert "The Amulet is gone." in saved


def test_what_was_left_out_is_a_note_in_its_round_and_the_end_comes_last():
    told = story("seer pack-leader hermit monk jester bard innkeeper mayor", QUIET, {"night": []})
    assert told.index("Night 2") > told.index(
        "Note: Round 1, seat 1: the Seer must choose and did not: judged as not done."
    )
    assert told[-1] == "The game goes on."


def test_the_morning_on_which_a_game_ends_is_named():
    told = story("seer hermit monk bard", QUIET, {"night": []})
    assert "The game ends on morning 2: no creature of the Shadow is left." in told


def test_a_meeting_is_told_by_what_was_seen_in_it():
    told = story(
        "seer pack-leader young-wolf traitor thief spy guard witch",
        {"night": []} | DAY,
        {"night": [{"seat": 5, "as": "thief", "during": "seer"}]},
    )
    assert told[told.index("P2 (Pack Leader) meets P3.") + 1] == "P2 (Pack Leader) identifies as the Traitor: P4."
    assert "P5 (Thief) meets P6." in told
    assert "P7 (Guard) meets nobody." in told
    assert told.index("P5 (Thief) sees the Mystic: P1.") < told.index("P1 (Seer) meets the Thief: P5.")
    assert "P5 (Thief) sees the Mystic: P6." not in told


def test_one_criminal_is_not_several():
    assert "P1 (Guard) learns: 1 Criminal is in play." in story("guard spy seer pack-leader", {"night": []})
    assert "P1 (Guard) learns: 0 Criminals are in play." in story("guard hermit seer pack-leader", {"night": []})


def test_choices_are_told_as_the_night_called_them_whatever_the_order_on_paper():
    told = story(
        "seer pack-leader witch thief guild-master assassin hermit monk",
        {"night": []} | DAY,
        {
            "night": [
                {"seat": 2, "as": "pack-leader", "target": "P7"},
                {"seat": 3, "as": "witch", "target": "P7"},
                {"seat": 6, "as": "assassin", "during": "witch"},
                {"seat": 1, "as": "seer", "target": "P7"},
                {"seat": 4, "as": "thief", "during": "witch"},
            ]
        },
    )
    assert [line.split(",")[0] for line in told[told.index("Night 2") + 1 :][:5]] == ["P1", "P4", "P6", "P3", "P2"]


def test_hands_of_the_run_off_stand_after_who_is_accused():
    told = story("seer pack-leader orator pettifogger hermit monk jester mayor", {"night": []} | DAY)
    assert told.index("Votes after every power: P2 1, P8 3.") < told.index("Accused: P2 and P8.")
    assert told.index("Accused: P2 and P8.") < told.index("Hands in the run-off: P2 1, P8 4.")


def test_who_hands_on_an_item_and_what_the_tavern_says_are_told():
    asked = {"seat": 1, "as": "seer", "target": "P2"}
    night = {"night": [asked, {"seat": 4, "as": "amulet", "target": "P3"}]}
    players = "seer pack-leader hermit monk innkeeper bard mayor jester"
    told = story(players, {"night": [asked]} | QUIET_DAY, night, items={"amulet": "P4"})
    assert "P4, as owner of the Amulet, hands it to P3." in told
    assert "The tavern says: a dark aura was found." in told


QUIET_DAY = {"day": {"accusation": {"votes": {}}}}


def test_the_dawn_of_two_is_told():
    burned = {"night": [], "day": {"accusation": {"hands": {"P2": 3}}}}
    lower = story("pack-leader seer hermit", burned, {"night": []})
    said = "Two are left and nobody was killed, so the lower one is out: P3."
    assert lower[lower.index(said) + 1] == "P3 (Hermit) goes out of play."
    switches = {"kept_item_destroyed": False}
    kept = story("pack-leader seer hermit", burned, {"night": []}, items={"amulet": "P3"}, house_rules=switches)
    assert "The Amulet saves the lower of two, and is gone." in kept
    assert said not in kept
