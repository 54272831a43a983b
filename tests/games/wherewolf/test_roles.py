"""The table of roles against the counts of the rulebook, and the calls that come of it."""

from collections import Counter

from device.games.wherewolf.rules.calls import first_calls, later_calls
from device.games.wherewolf.rules.roles import CITY_ROLES, MYSTICS, ROLE_TABLE, Faction, NightChoice, card_copies

CRIMINALS = {"assassin", "guild-master", "thief", "spy", "corrupt-guard"}


def test_there_are_35_roles_on_36_cards() -> None:
    assert len(ROLE_TABLE) == 35
    assert sum(card_copies(role) for role in ROLE_TABLE) == 36


def test_factions_auras_and_moons_are_as_printed() -> None:
    factions = Counter(card.faction for card in ROLE_TABLE.values())
    assert factions == {
        Faction.VILLAGE: 15, Faction.CITY: 5, Faction.CRIMINALS: 5, Faction.WOLVES: 3, Faction.VAMPIRE: 1,
        Faction.LOVER: 2, Faction.NONE: 4,
    }  # fmt: skip
    dark = {"assassin", "courtesan", "pack-leader", "pack-wolf", "young-wolf", "corrupt-guard", "sinner", "vampire"}
    assert {role for role, card in ROLE_TABLE.items() if card.dark} == dark
    assert sum(card.moon == 1 for card in ROLE_TABLE.values()) == 18
    assert {role for role, card in ROLE_TABLE.items() if card.faction is Faction.CRIMINALS} == CRIMINALS
    assert {"pettifogger", "courtesan", "mayor", "merchant", "orator"} == CITY_ROLES
    assert {"seer", "medium", "mage", "witch", "healer"} == MYSTICS


def test_duties_and_free_powers_are_as_printed() -> None:
    duties = {role for role, card in ROLE_TABLE.items() if card.choice is NightChoice.DUTY}
    free = {role for role, card in ROLE_TABLE.items() if card.choice is NightChoice.FREE}
    assert duties == {"seer", "mage", "medium", "witch", "juliet", "guardian-angel"}
    assert free == {"pack-leader", "pack-wolf", "vampire", "assassin", "guild-master", "thief", "healer"}
    once = {role for role, card in ROLE_TABLE.items() if card.once}
    assert once == {"assassin", "guild-master", "thief", "healer"}


def test_with_everything_possible_every_call_is_made_in_its_order() -> None:
    everything = tuple(ROLE_TABLE)
    assert first_calls(everything, ("amulet", "sword")) == (
        *("seer", "mage", "criminals", "guards", "monk", "vampire-hunter", "priest", "juliet", "guardian-angel"),
        *("amulet", "sword", "wolves", "vampire"),
    )
    assert later_calls(everything, ("amulet", "sword")) == (
        *("seer", "medium", "mage", "witch", "amulet", "sword", "wolves", "vampire", "healer"),
    )


def test_a_ghoul_alone_makes_no_call() -> None:
    assert first_calls(("seer", "ghoul"), ()) == ("seer",)
    assert later_calls(("seer", "young-wolf"), ()) == ("seer", "wolves")
