"""Tests more rulings by number: second halves, and the smaller readings of 49 and 50. Each ruling must have a test."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.box.games.wherewolf.paper import QUIET, at, game_of, last, refusal_of, round_of, verdict_of
from tests.box.games.wherewolf.test_rulings import ANGEL, CASES, LOVE, REFUSED, SIX, VAMP

SELF = {"self_choice": True}
KEEP = {"kept_item_destroyed": False}
NAMED = {"healer_saves_named": True}
TEN = "seer pack-leader pack-wolf traitor hermit sinner priest monk bard innkeeper"
ASSASSIN = "assassin seer pack-leader hermit peasant guild-master"
FIVE = ["seer", "medium", "mage", "witch", "healer"]
STUCK = game_of(
    "juliet pack-leader pack-wolf young-wolf seer", round_of("1 juliet P2", "P4=5"),
    round_of("2 pack-leader P1 P5", ""), last(""), items={"amulet": "P2"}, house_rules=KEEP,
)  # fmt: skip
"""Two wolves are left; one of them is Romeo, whom the Amulet kept from following Juliet."""

FURTHER: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("1 a game without Seer or Pack Leader is judged with a line for each",
     game_of("medium pack-wolf hermit bard monk priest sinner jester", last("")),
     {"warnings.0": "The Seer is always in play, but not here.",
      "warnings.1": "The Pack Leader is always in play, but not here."}),
    ("4 the quarter is rounded half up, over wolves and Traitor: three of ten",
     game_of(TEN, last("1 seer P2")), {"warnings": []}),
    ("4 with the switch the Traitor does not count in the quarter",
     game_of(TEN, last("1 seer P2"), house_rules={"traitor_in_quarter": False}),
     {"warnings": ["Of 10 players 3 are on the Shadow's side by the quarter rule, here 2."]}),
    ("4 the Vampire counts in the quarter",
     game_of(TEN.replace("traitor", "vampire"), last("1 seer P2")), {"warnings": []}),
    ("9 an Angel left alone as Accused may still be kept by the Amulet",
     game_of(ANGEL, round_of("1 guardian-angel P4", "P1=3 P4=3"), items={"amulet": "P1"}),
     {"days.0.accused": ["P1"], "days.0.pyre": "cancelled", "days.0.destroyed": ["amulet"]}),
    ("10 in one window the Thief comes before the Guild Master, and he before the Assassin",
     game_of("assassin guild-master thief seer pack-leader guard", QUIET,
             last("1 assassin P5 in seer; 4 seer P5; 2 guild-master P6 in seer; 3 thief in seer")),
     {"nights.1.told.P4": [{"as": "thief", "answer": ["P3"]}, {"as": "seer", "target": "P5", "answer": True}],
      "warnings.3": "Round 2, seat 2: the Mystic is in play, so the Guild Master's target is ignored.",
      "warnings.4": "Round 2, seat 1: the Mystic is in play, so the Assassin's target is ignored."}),
    ("13 who was won over is a Criminal now, and wins as one",
     game_of("guild-master peasant pack-leader seer hermit", QUIET, round_of("1 guild-master P2 in mage", "P1=5"),
             round_of("", "P3=4"), last(""),
             possible=["guild-master", "peasant", "pack-leader", "seer", "hermit", "mage"]),
     {"end.how": "humans", "winners": ["P1", "P2"]}),
    ("21 saving the lover who was attacked saves the other too",
     game_of(LOVE, round_of("1 juliet P4"), last("2 pack-leader P1; 5 healer P1")),
     {"nights.1.killed": [], "nights.1.saved": ["P1"]}),
    *((f"21 with the switch, of two lovers exactly {saved} lives, whom the Healer names",
       game_of(LOVE, round_of("1 juliet P4"), last(f"2 pack-leader P1; 5 healer {saved}"), house_rules=NAMED),
       {"nights.1.told.P5": [{"as": "healer", "answer": ["P1", "P4"]}], "nights.1.notified": ["P1", "P4"],
        "nights.1.killed": [lost], "nights.1.saved": [saved]}) for saved, lost in (("P1", "P4"), ("P4", "P1"))),
    ("23 with the switch the Healer saves who follows a burned lover",
     game_of(LOVE, round_of("1 juliet P4", "P1=7"), last("5 healer P4"), house_rules=NAMED),
     {"nights.1.killed": [], "nights.1.saved": ["P4"]}),
    ("49 with the switch of the Healer, of two lovers killed directly the one named lives",
     game_of("juliet pack-leader seer peasant healer assassin", round_of("1 juliet P4"),
             last("2 pack-leader P1; 6 assassin P4 in mage; 5 healer P4"), house_rules=NAMED,
             possible=["juliet", "pack-leader", "seer", "peasant", "healer", "assassin", "mage"]),
     {"nights.1.causes": {"P1": ["wolves", "lover"]}, "nights.1.saved": ["P4"]}),
    ("22 a burned Jester who is Romeo does not win where Juliet is gone",
     game_of("juliet jester pack-leader seer hermit", round_of("1 juliet P2", "P2=5"), round_of("", "P3=3"),
             round_of("", "P3=3"), last("")),
     {"days.1.pyre": "cancelled", "end.how": "humans", "winners": ["P4", "P5"]}),
    ("26 nobody keeps the Orator himself from the pyre",
     game_of("orator mayor seer pack-leader hermit", round_of("", "P1=5")),
     {"days.0.burned": "P1", "days.0.pyre": "direct"}),
    ("31 the Medium learns the last aura in life",
     game_of("medium vampire pack-leader peasant seer hermit", QUIET, round_of("2 vampire P4"),
             round_of("3 pack-leader P4"), last("1 medium P4")),
     {"players.P4.role": "peasant", "nights.3.told.P1": [{"as": "medium", "target": "P4", "answer": True}]}),
    ("33 of two who are left none goes at dawn where somebody was killed in that night",
     game_of("pack-leader seer hermit", QUIET, last("1 pack-leader P2")),
     {"days.1.eliminated": ["P2"], "players.P3.in_play": True, "end.how": None}),
    ("35 where everybody is gone only a burned Jester has won",
     game_of("pack-leader peasant jester", round_of("", "P3=3"), last("1 pack-leader P2"), latent={"P2": "hero"}),
     {"end": {"how": "extermination", "round": 2}, "winners": ["P3"]}),
    ("35 where everybody is gone only a Madman killed by the wolves has won",
     game_of("pack-leader young-wolf madman peasant", round_of("", "P2=4"), last("1 pack-leader P3 P4"),
             latent={"P4": "hero"}),
     {"end": {"how": "extermination", "round": 2}, "winners": ["P3"]}),
    ("35 where everybody is gone lovers have lost, and a Jester who was not burned",
     game_of("juliet pack-leader jester peasant", round_of("1 juliet P2", "P3=2 P4=2", ""),
             round_of("2 pack-leader P3", ""), last("2 pack-leader P4"), latent={"P4": "hero"}),
     {"end": {"how": "extermination", "round": 3}, "winners": []}),
    ("37 beside the end the morning brings a lover's death and the tavern, and nothing else",
     game_of("juliet pack-leader seer innkeeper hermit guard", round_of("1 juliet P5", "P1=6"), last("3 seer P2")),
     {"nights.1.causes": {"P5": ["lover"]}, "days.1.eliminated": ["P5"], "days.1.tavern": "dark",
      "days.1.destroyed": [], "end.how": None}),
    ("39 a Descendant who turned is weaker than the Pack Wolf",
     game_of("peasant pack-leader pack-wolf seer hermit sinner", QUIET, round_of("2 pack-leader P1", "P2=6"),
             last("1 peasant P4; 3 pack-wolf P6"), latent={"P1": "descendant"}),
     {"nights.2.killed": ["P6"]}),
    *((f"40 the Assassin has his window in the turn of the {mystic.title()}",
       game_of("assassin pack-leader hermit bard", QUIET, last(f"1 assassin P4 in {mystic}"),
               possible=["assassin", "pack-leader", "hermit", "bard", *FIVE]),
       {"nights.1.causes": {"P4": ["assassin"]}}) for mystic in FIVE),
    ("41 a Hero who is Progeny takes nobody along",
     game_of("peasant vampire pack-leader seer hermit", QUIET, round_of("2 vampire P1"), last("3 pack-leader P1"),
             latent={"P1": "hero"}),
     {"nights.2.causes": {"P1": ["wolves"]}}),
    ("41 a Descendant who is Progeny turns no more",
     game_of("peasant vampire pack-leader seer hermit", QUIET, round_of("2 vampire P1"), last("3 pack-leader P1"),
             latent={"P1": "descendant"}),
     {"nights.2.killed": ["P1"], "nights.2.turned": {}}),
    ("45 with the switch the Mage may ask about himself",
     game_of(LOVE, last("7 mage P7"), house_rules=SELF),
     {"nights.0.told.P7": [{"as": "mage", "target": "P7", "answer": True}]}),
    ("45 with the switch the Angel may be her own Beloved",
     game_of(ANGEL, last("1 guardian-angel P1"), house_rules=SELF), {"nights.0.notified": ["P1"]}),
    ("45 with the switch the Vampire may point at himself",
     game_of(VAMP, QUIET, last("1 vampire P1"), house_rules=SELF), {"nights.1.turned": {"P1": "progeny"}}),
    ("45 the Witch may protect the same player again",
     game_of(SIX, QUIET, round_of("2 pack-leader P1; 5 witch P1"), last("2 pack-leader P1; 5 witch P1")),
     {"nights.1.killed": [], "nights.2.killed": []}),
    ("46 the Pettifogger may signal in every accusation",
     game_of("pettifogger seer pack-leader hermit sinner", round_of("", "P3=2", "", accused="1 pettifogger P5"),
             round_of("", "P3=2", "", accused="1 pettifogger P5")),
     {"days.0.accused": ["P3", "P5"], "days.1.accused": ["P3", "P5"]}),
    ("48 a Sword that is kept is destroyed",
     game_of(SIX, QUIET, last(""), items={"sword": "P3"}), {"nights.1.destroyed": ["sword"]}),
    ("48 with the switch a Sword that is kept stays, and strikes",
     game_of(SIX, QUIET, last("2 pack-leader P3"), items={"sword": "P3"}, house_rules=KEEP),
     {"nights.1.causes": {"P2": ["sword"], "P3": ["wolves"]}}),
    ("48 the attackers' no is given when they point, whatever kills the prey afterwards",
     game_of("assassin hermit pack-leader healer seer", QUIET, last("3 pack-leader P2; 1 assassin P2 in mage"),
             possible=["assassin", "hermit", "pack-leader", "healer", "seer", "mage"]),
     {"nights.1.refused.wolves": ["P2"], "nights.1.causes": {"P2": ["assassin"]}}),
    ("49 the Corrupt Guard sees the number of Criminals",
     game_of("corrupt-guard guard thief seer pack-leader", last("")),
     {"nights.0.told.P1": [{"as": "corrupt-guard", "answer": ["P3"]}, {"as": "corrupt-guard", "answer": ["P2"]},
                           {"as": "corrupt-guard", "answer": 2}]}),
    ("49 a Mystic sees Assassin and Guild Master with open eyes: the sheet has no line for it",
     game_of(ASSASSIN, QUIET, last("2 seer P3; 1 assassin in seer; 6 guild-master in seer")),
     {"nights.1.told.P2": [{"as": "seer", "target": "P3", "answer": True}], "nights.1.causes": {"P2": ["assassin"]},
      "nights.1.turned": {}}),
    ("49 whom the Amulet saves does not stand before the Healer",
     game_of(LOVE, QUIET, last("2 pack-leader P4; 3 amulet P4"), items={"amulet": "P3"}),
     {"nights.1.told.P5": [{"as": "healer", "answer": []}], "nights.1.killed": [], "nights.1.destroyed": ["amulet"]}),
    ("49 the dead of a faction win along where two are stuck together",
     STUCK, {"end": {"how": "together", "round": 3}, "players.P4.in_play": False, "winners": ["P1", "P3", "P4"],
      "reasons.1": "The Wolves (P3 and P4) win: the two who are left are stuck, and their factions win together."}),
    ("49 a Beloved won over by the Guild Master stays the Beloved",
     game_of("guardian-angel guild-master peasant pack-leader seer hermit", round_of("1 guardian-angel P3"),
             round_of("2 guild-master P3 in mage"), last("4 pack-leader P3"),
             possible=["guardian-angel", "guild-master", "peasant", "pack-leader", "seer", "hermit", "mage"]),
     {"players.P3.faction": "criminals", "nights.2.causes": {"P1": ["angel"]}}),
    ("49 a Beloved who is Progeny stays the Beloved",
     game_of("guardian-angel vampire peasant pack-leader seer hermit", round_of("1 guardian-angel P3"),
             round_of("2 vampire P3"), last("4 pack-leader P3")),
     {"players.P3.faction": "vampire", "nights.2.causes": {"P1": ["angel"]}}),
    ("49 the Medium may ask about the same player again",
     game_of("medium seer pack-leader hermit sinner", round_of("", "P5=5"), round_of("1 medium P5"),
             last("1 medium P5")),
     {"nights.1.told.P1": [{"as": "medium", "target": "P5", "answer": True}],
      "nights.2.told.P1": [{"as": "medium", "target": "P5", "answer": True}]}),
    ("49 a burned Young Wolf who was Romeo gives the Pack its two attacks",
     game_of("juliet young-wolf pack-leader seer bard priest monk", round_of("1 juliet P2", "P2=7"),
             last("3 pack-leader P4 P5")),
     {"nights.1.causes": {"P1": ["lover"], "P4": ["wolves"], "P5": ["wolves"]}}),
    ("49 a burned Jester who was Romeo cancels the next pyre",
     game_of("juliet jester pack-leader seer bard priest monk", round_of("1 juliet P2", "P2=7"), round_of("", "P4=5")),
     {"days.1.pyre": "cancelled", "days.1.burned": None}),
    ("50 where two are stuck together a lover wins only with the partner in play",
     STUCK,
     {"players.P2.faction": "lover", "players.P2.in_play": True, "winners": ["P1", "P3", "P4"]}),
    ("50 the Medium asks about the burned and about those killed in a night",
     game_of("medium seer pack-leader hermit sinner bard", round_of("", "P5=6"),
             round_of("3 pack-leader P6; 1 medium P5"), last("1 medium P6")),
     {"nights.1.told.P1.0.answer": True, "nights.2.told.P1.0.answer": False}),
    *((f"50 with the switch the tavern tells of {colour} on the first day already",
       game_of("seer pack-leader bard innkeeper", last(f"1 seer {asked}"), house_rules={"tavern_first_morning": True}),
       {"days.0.tavern": colour}) for colour, asked in (("dark", "P2"), ("white", "P3"))),
    ("wolves may choose a wolf",
     game_of("pack-leader pack-wolf seer hermit", QUIET, last("1 pack-leader P2")),
     {"nights.1.causes": {"P2": ["wolves"]}}),
]  # fmt: skip


@pytest.mark.parametrize(("game", "expected"), [case[1:] for case in FURTHER], ids=[case[0] for case in FURTHER])
def test_a_further_ruling_is_kept(game, expected):
    found = verdict_of(game)
    assert {path: at(found, path) for path in expected} == expected


FURTHER_REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("11 a Thief who meets nobody has used the power",
     game_of("thief pack-leader seer hermit", QUIET, round_of("1 thief in mage"), last("1 thief in seer"),
             possible=["thief", "pack-leader", "seer", "hermit", "mage"]),
     "round 3, seat 1: the Thief uses this power once in a game"),
    ("31 the Medium with nobody out of play has nobody to ask about",
     game_of("medium seer pack-leader hermit", QUIET, last("1 medium P2")), "asks about an eliminated player"),
    ("36 nobody raises no hand at all",
     game_of(SIX, {"night": [], "day": {"accusation": {"votes": {"1": []}}}}), "exactly one vote"),
    ("45 the Mage asks about another player", game_of(LOVE, last("7 mage P7")), "the Mage chooses another player"),
    ("45 Juliet chooses another player", game_of(LOVE, last("1 juliet P1")), "Juliet chooses another player"),
    ("45 the Angel chooses another player",
     game_of(ANGEL, last("1 guardian-angel P1")), "the Guardian Angel chooses another player"),
    ("45 the Vampire chooses another player",
     game_of(VAMP, QUIET, last("1 vampire P1")), "the Vampire chooses another player"),
    ("45 the Witch protects another player, whatever the switch says",
     game_of(SIX, QUIET, last("5 witch P5"), house_rules=SELF), "the Witch chooses another player"),
    ("50 the Medium does not ask about who dies in this night",
     game_of("medium seer pack-leader hermit sinner", round_of("", "P5=5"), last("3 pack-leader P2; 1 medium P2")),
     "asks about an eliminated player"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "rule"), [case[1:] for case in FURTHER_REFUSED], ids=[c[0] for c in FURTHER_REFUSED])
def test_a_further_ruling_refuses(game, rule):
    assert rule in refusal_of(game)


def test_no_ruling_is_without_a_test():
    rulings = Path(__file__).parents[4] / "docs" / "rulings" / "wherewolf.md"
    written = {int(number) for number in re.findall(r"^(\d+)\. \*\*", rulings.read_text("utf-8"), re.MULTILINE)}
    names = [case[0] for cases in (CASES, FURTHER, REFUSED, FURTHER_REFUSED) for case in cases]
    assert written == set(range(1, 51))
    assert written <= {int(number) for name in names for number in re.findall(r"\b\d+\b", name)}
