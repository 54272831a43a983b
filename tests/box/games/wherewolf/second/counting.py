"""Lists what must occur in many random games, and counts how often it did."""

from collections import Counter
from collections.abc import Iterator

from tests.box.games.wherewolf.second.cards import CARDS, CITY, SWITCHES

LEAST = 500
"""How often each item must occur in 100,000 games, at least."""

FACTIONS = ("village", "city", "criminals", "wolves", "vampire")

TO_SEE: dict[str, tuple[str, ...]] = {
    "role": tuple(sorted(CARDS)),
    "latent": ("hero", "descendant"),
    "item": ("amulet", "sword"),
    "switch": tuple(f"{name} {how}" for name in SWITCHES for how in ("on", "off")),
    "cause": (
        *("wolves", "vampire-hunter", "vampire-turned-on", "sword", "ghoul", "angel", "hero", "assassin"),
        *("guild-failed", "lover", "burned", "two-players"),
    ),
    "turned": ("progeny", "werewolf", "criminal"),
    "tavern": ("dark", "white", "none"),
    "pyre": ("none", "cancelled", "tie", "direct", "burned"),
    "end": ("humans", "shadow", "extermination", "together", "goes on"),
    "wins": (*FACTIONS, "traitor", "ghoul", "jester", "madman", "juliet", "romeo", "guardian-angel"),
    "protected": ("hermit", "romeo", "witch", "thief", "traitor", "turned descendant"),
    "romeo": (*FACTIONS, "lover", "none"),
    "progeny": ("juliet", "guardian-angel", "ghoul", "peasant", "again"),
    "lovers": ("both killed", "one follows in the night", "one follows the other's pyre"),
    "two left": ("vampire goes", "progeny goes", "other goes"),
    "amulet": (
        *("passed on", "back to a former owner", "kept and destroyed", "kept and stays"),
        *("saves at night", "saves at the pyre", "saves at the dawn of two"),
    ),
    "sword": (
        *("passed on", "back to a former owner", "kept and destroyed", "kept and stays", "lost with its owner"),
        *("strikes a wolf", "strikes the vampire", "one wolf by the switch", "several wolves by the switch"),
    ),
    "power": (
        *("seer, dark", "seer, white", "mage, mystic", "mage, no mystic", "medium, dark", "medium, white"),
        *("guard sees the number", "other-guard sees the number", "corrupt-guard sees the number"),
        *("monk", "priest, sinner", "priest, courtesan", "hunter learns True", "hunter learns False"),
        *("witch protects", "healer saves somebody", "healer saves herself", "healer saves both lovers"),
        *(
            "healer saves by the letter",
            "healer saves in vain",
            "angel chooses",
            "angel dies in the night",
            "angel is accused",
        ),
        *("angel dies for the assassin's victim", "protected angel lives"),
        *("thief meets the mystic", "thief sees nobody", "assassin kills the mystic", "assassin points"),
        *("guild master, mystic in play", "guild master wins village", "guild master wins city"),
        *("guild master fails at guard", "guild master fails at wolf", "guild master, nothing"),
        *("two attacks", "two attacks on one", "wolves hit a wolf", "young wolf burned"),
        *("madman is eaten", "madman cancels the hunt", "vampire at a mystic", "vampire is refused"),
        *("spy votes for herself", "pettifogger clears", "pettifogger accuses"),
        *("courtesan is halved", "merchant gets less", "merchant votes for several", "mayor signals"),
        *(f"{role} votes while accused" for role in CITY),
        *("orator signals", "orator by signal", "orator by silence", "orator leaves one of a tie"),
        *("orator protects all of a tie", "jester burned", "jester's day"),
    ),
}


def things_to_see() -> list[str]:
    """Return all items that must occur, named as the judging notes them."""
    return [f"{kind}: {name}" for kind, names in TO_SEE.items() for name in names]


def rare_things(counts: Counter[str], games: int) -> list[str]:
    """Return the items that occurred less often than they must."""
    return [thing for thing in things_to_see() if counts[thing] * 100_000 < LEAST * games]


def table_lines(counts: Counter[str]) -> Iterator[str]:
    """Yield a line for each item, by group, and then for anything else that occurred."""
    wanted = things_to_see()
    for thing in [*wanted, *sorted(set(counts) - set(wanted))]:
        yield f"{counts[thing]:>9,}  {thing}"
