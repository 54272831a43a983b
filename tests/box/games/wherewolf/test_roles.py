"""Tests the table of roles against the counts of the rulebook, and the calls that follow from it."""

import re
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import asdict

from nightcrier.box.games.wherewolf.hosted.placing import roles_first_awake
from nightcrier.box.games.wherewolf.rulebook import (
    CITY_ROLES,
    ITEMS,
    MYSTICS,
    ROLE_TABLE,
    Faction,
    RoleCard,
    Switches,
    calls_made,
)

EVERYTHING = (*ROLE_TABLE, *ITEMS)
CRIMINALS = {"assassin", "guild-master", "thief", "spy", "corrupt-guard"}


def test_there_are_35_roles_on_36_cards():
    assert len(ROLE_TABLE) == 35
    assert sum(card.max for card in ROLE_TABLE.values()) == 36


def test_factions_and_auras_are_as_printed():
    factions = Counter(card.side for card in ROLE_TABLE.values())
    assert factions == {
        Faction.VILLAGE: 15, Faction.CITY: 5, Faction.CRIMINALS: 5, Faction.WOLVES: 3, Faction.VAMPIRE: 1,
        Faction.LOVER: 2, Faction.NONE: 4,
    }  # fmt: skip
    dark = {"assassin", "courtesan", "pack-leader", "pack-wolf", "young-wolf", "corrupt-guard", "sinner", "vampire"}
    assert {role for role, card in ROLE_TABLE.items() if card.dark} == dark
    assert {role for role, card in ROLE_TABLE.items() if card.side == Faction.CRIMINALS} == CRIMINALS
    assert {"pettifogger", "courtesan", "mayor", "merchant", "orator"} == CITY_ROLES
    assert {"seer", "medium", "mage", "witch", "healer"} == MYSTICS


def test_duties_and_free_powers_are_as_printed():
    duties = {role for role, card in ROLE_TABLE.items() if card.must}
    free = {role for role, card in ROLE_TABLE.items() if card.may}
    assert duties == {"seer", "mage", "medium", "witch", "juliet", "guardian-angel"}
    assert free == {"pack-leader", "pack-wolf", "vampire", "assassin", "guild-master", "thief", "healer"}
    once = {role for role, card in ROLE_TABLE.items() if card.once}
    assert once == {"assassin", "guild-master", "thief", "healer"}


def test_with_everything_possible_every_call_is_made_in_its_order():
    assert calls_made(1, EVERYTHING) == (
        *("seer", "mage", "criminals", "guards", "monk", "vampire-hunter", "priest", "juliet", "guardian-angel"),
        *("amulet", "sword", "wolves", "vampire"),
    )
    assert calls_made(2, EVERYTHING) == (
        *("seer", "medium", "mage", "witch", "amulet", "sword", "wolves", "vampire", "healer"),
    )


def test_a_ghoul_alone_makes_no_call():
    assert calls_made(1, ("seer", "ghoul")) == ("seer",)
    assert calls_made(2, ("seer", "young-wolf")) == ("seer", "wolves")


PRINTED = """
guardian-angel lover      white -      -      guardian-angel   -       -    duty
assassin       criminals  dark  -      -      criminals        -       once free
pettifogger    city       white -      -      -                -       -    -
bard           village    white -      -      -                -       -    -
courtesan      city       dark  -      -      -                -       -    -
mayor          city       white -      -      -                -       -    -
vampire-hunter village    white -      -      vampire-hunter   -       -    -
pack-leader    wolves     dark  -      shadow wolves           wolves  -    free
guild-master   criminals  white -      -      criminals        -       once free
peasant        village    white -      -      -                -       -    -
hermit         village    white -      -      -                -       -    -
ghoul          none       white -      -      vampire          vampire -    -
young-wolf     wolves     dark  -      shadow wolves           wolves  -    -
juliet         lover      white -      -      juliet           -       -    duty
jester         none       white -      -      -                -       -    -
guard          village    white -      -      guards           -       -    -
other-guard    village    white -      -      guards           -       -    -
corrupt-guard  criminals  dark  -      -      criminals,guards -       -    -
healer         village    white mystic -      -                healer  once free
thief          criminals  white -      -      criminals        -       once free
pack-wolf      wolves     dark  -      shadow wolves           wolves  -    free
mage           village    white mystic -      mage             mage    -    duty
medium         village    white mystic -      -                medium  -    duty
merchant       city       white -      -      -                -       -    -
monk           village    white -      -      monk             -       -    -
orator         city       white -      -      -                -       -    -
innkeeper      village    white -      -      -                -       -    -
madman         none       white -      -      -                -       -    -
sinner         village    dark  -      -      -                -       -    -
priest         village    white -      -      priest           -       -    -
spy            criminals  white -      -      criminals        -       -    -
witch          village    white mystic -      -                witch   -    duty
traitor        none       white -      -      -                -       -    -
vampire        vampire    dark  -      shadow vampire          vampire -    free
seer           village    white mystic -      seer             seer    -    duty
"""
"""The columns are role, faction, aura, Mystic, Creature of the Shadow, calls of the first and later nights, once, and
choice. The Witch's and the Healer's cards say every night: see rulings 2 and 3."""


def row_of(card: RoleCard) -> list[str]:
    """Return the row of a card as `PRINTED` has it."""
    return [
        card.id,
        card.side,
        "dark" if card.dark else "white",
        "mystic" if card.id in MYSTICS else "-",
        "shadow" if card.shadow else "-",
        ",".join(call for call in calls_made(1, EVERYTHING) if card.id in roles_first_awake(call)) or "-",
        ",".join(call for call in calls_made(2, EVERYTHING) if card.id in roles_first_awake(call)) or "-",
        "once" if card.once else "-",
        "duty" if card.must else "free" if card.may else "-",
    ]


@pytest.mark.parametrize("row", PRINTED.strip().splitlines(), ids=lambda row: str(row.split()[0]))
def test_a_role_is_what_its_card_says(row):
    role, *_ = row.split()
    assert row_of(ROLE_TABLE[role]) == row.split()


def test_every_role_has_its_row():
    assert [row.split()[0] for row in PRINTED.strip().splitlines()] == list(ROLE_TABLE)


def test_every_switch_has_the_default_of_the_ruling():
    on = {"wolves_may_hit_wolves", "orator_passive_in_ties", "traitor_in_quarter", "kept_item_destroyed"}
    off = {"assassin_is_attack", "sword_every_pointer", "healer_may_save_self", "self_choice", "pettifogger_once"}
    off |= {"protected_angel_lives", "tavern_first_morning", "healer_saves_named"}
    assert asdict(Switches()) == dict.fromkeys(on, True) | dict.fromkeys(off, False)


def test_the_document_of_the_judge_has_every_switch_with_its_default():
    judge = (Path(__file__).parents[4] / "device/nightcrier/box/games/judge.md").read_text("utf-8")
    written = dict(re.findall(r"^\| `(\w+)` \| `(true|false)`", judge, re.MULTILINE))
    assert written == {switch: str(value).lower() for switch, value in asdict(Switches()).items()}
