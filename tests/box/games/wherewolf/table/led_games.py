"""Draws whole random games that a moderator leads, and writes them as sheets for the judge."""

from collections.abc import Mapping
from typing import Any

from nightcrier.box.games.wherewolf.decks.role_checks import USELESS_IN_OPEN_VOTE, USELESS_REVEALED
from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.referee.records import DayActs, NightAction, VoteSheet
from nightcrier.box.games.wherewolf.rulebook import ROLE_TABLE
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.games.wherewolf.table.village import WolfVillage
from nightcrier.box.show.setup import OptionValue, Setup
from nightcrier.kernel.chance import Chance, SeededChance
from nightcrier.kernel.errors import WrongUse

GAME = Wherewolf(())
DEALINGS = ("stacked", "entered")
MOST_WITH_FEWER_ROLES = 18
"""The largest table for variants that make some roles useless. A larger one needs all roles."""


def random_variants(chance: Chance) -> dict[str, OptionValue]:
    """Draw a way of dealing and other variants, each yes-or-no variant in one game of three."""
    found: dict[str, OptionValue] = {
        "dealing": chance.pick(DEALINGS),
        "latent": chance.pick(("off", "drawn", "chosen")),
    }
    named = ("timed_day", "role_reveal", "open_vote", "amulet_sword")
    return found | {name: chance.below(3) == 0 for name in named}


def random_deck(players: int, variants: Mapping[str, OptionValue], chance: Chance) -> tuple[str, ...]:
    """Draw possible roles, without those that the variants make useless."""
    useless = {*(USELESS_REVEALED if variants.get("role_reveal") else ())}
    useless |= {*(USELESS_IN_OPEN_VOTE if variants.get("open_vote") else ())}
    cards = [role for role, card in ROLE_TABLE.items() for _ in range(card.max) if role not in useless]
    wanted = min(players + chance.below(players // 2 + 1), len(cards))
    return tuple(sorted(chance.shuffle(cards), key=lambda role: role not in ("seer", "pack-leader"))[:wanted])


def random_led_game(players: int, seed: int, **options: OptionValue) -> WherewolfPlay:
    """Return a game with the first random deck that can be played."""
    chance = SeededChance(seed)
    variants = random_variants(chance) | options
    if players > MOST_WITH_FEWER_ROLES:
        variants |= {"role_reveal": False, "open_vote": False}
    for _ in range(2000):
        try:
            return GAME.begin(Setup("", players, random_deck(players, variants, chance), variants), seed)
        except WrongUse:
            continue
    raise LookupError(f"no deck for {players} with {variants}")


def place(seat: int) -> str:
    return f"P{seat + 1}"


def paper_of(village: WolfVillage) -> dict[str, Any]:
    """Return the game as people write it for the judge."""
    table = village.known.table
    rounds = [_round(played.acts.night, played.acts.day) for played in village.rounds]
    return {
        "game": "wherewolf",
        "players": list(table.roles),
        "possible": list(table.possible),
        "latent": {place(seat): identity for seat, identity in table.latent.items()},
        "items": {item: place(seat) for item, seat in table.items.items()},
        "rounds": rounds,
    }


def _round(night: Any, day: DayActs | None) -> dict[str, Any]:
    found: dict[str, Any] = {"night": [_action(action) for action in night]}
    if day is not None:
        found["day"] = {"accusation": _vote(day.accusation)}
        if day.run_off is not None:
            found["day"]["run_off"] = _vote(day.run_off)
    return found


def _action(action: NightAction) -> dict[str, Any]:
    entry: dict[str, Any] = {"seat": action.seat + 1, "as": action.power}
    if action.during:
        entry["during"] = action.during
    if len(action.targets) > 1:
        return entry | {"targets": [place(seat) for seat in action.targets]}
    return entry | ({"target": place(action.targets[0])} if action.targets else {})


def _vote(sheet: VoteSheet) -> dict[str, Any]:
    found: dict[str, Any] = {"hands": {place(seat): count for seat, count in (sheet.hands or {}).items()}}
    signals = []
    for signal in sheet.signals:
        places = [place(seat) for seat in signal.targets]
        several = {"targets": places} if signal.power == "orator" else {"target": places[0]}
        signals.append({"seat": signal.seat + 1, "as": signal.power} | several)
    return found | ({"signals": signals} if signals else {})
