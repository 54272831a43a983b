"""The deal, all of it from the seed of the game: the actual roles drawn from the possible ones, latent Peasants, the
first owners of Amulet and Sword."""

from collections import Counter
from collections.abc import Mapping

from msgspec.structs import replace

from device.games.wherewolf.decks.role_draw import MONK_LEARNS, draw_roles
from device.games.wherewolf.referee.acts import DealtTable
from device.games.wherewolf.table.village import WolfRules, WolfVillage, with_table
from device.kernel.chance import Chance, SeededChance, derived

_LATENT = ("hero", "descendant", "")
"""The identities that a Peasant may have in secret; no two are the same."""


def propose_roles(rules: WolfRules) -> tuple[str, ...]:
    """The actual roles that the box proposes."""
    return draw_roles(rules.possible, rules.players, _lot(rules, "roles"))


def deal_by_box(rules: WolfRules, village: WolfVillage) -> WolfVillage:
    """Deal the actual roles: every order of them is equally likely."""
    shuffled = _lot(rules, "deal").shuffled(village.actual)
    return place_roles(rules, village, dict(enumerate(shuffled)))


def place_roles(rules: WolfRules, village: WolfVillage, placed: Mapping[int, str]) -> WolfVillage:
    """The village with these seats known. The roles still missing lie anywhere meanwhile: nothing may be told of such a
    seat before it is known."""
    left = Counter(village.actual) - Counter(placed.values())
    spare = iter(sorted(left.elements()))
    roles = tuple(placed[seat] if seat in placed else next(spare) for seat in range(rules.players))
    latent = _latent(rules, roles) if rules.options.latent == "drawn" else {}
    table = DealtTable(roles, rules.possible, latent, _owners(rules), shown=_roles_for_monk(rules, roles))
    return with_table(replace(village, placed=placed), table)


def roles_to_place(village: WolfVillage) -> tuple[str, ...]:
    """The actual roles whose seats are not known yet."""
    return tuple((Counter(village.actual) - Counter(village.placed.values())).elements())


def with_latent(village: WolfVillage, latent: Mapping[int, str]) -> WolfVillage:
    """The village with what the moderator made of his Peasants."""
    table = replace(village.known.table, latent={**village.known.table.latent, **latent})
    return with_table(village, table)


def _latent(rules: WolfRules, roles: tuple[str, ...]) -> Mapping[int, str]:
    peasants = [seat for seat, role in enumerate(roles) if role == "peasant"]
    drawn = zip(peasants, _lot(rules, "latent").shuffled(_LATENT), strict=False)
    return {seat: identity for seat, identity in drawn if identity}


def _roles_for_monk(rules: WolfRules, roles: tuple[str, ...]) -> tuple[str, ...]:
    """The roles that the Monk is shown, by lot: in the order of an alphabet they would tell of all roles that come
    before them."""
    absent = sorted(set(rules.possible) - set(roles))
    return tuple(sorted(_lot(rules, "monk").shuffled(absent)[:MONK_LEARNS]))


def _owners(rules: WolfRules) -> Mapping[str, int]:
    """Draw two different first owners."""
    seats = _lot(rules, "items").shuffled(range(rules.players))
    return dict(zip(rules.items, seats, strict=False))


def _lot(rules: WolfRules, what: str) -> Chance:
    return SeededChance(derived(rules.seed, what))
