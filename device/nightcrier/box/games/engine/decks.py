"""Makes the deck of a game for any number of players, with roles that people add."""

from collections.abc import Sequence

from nightcrier.box.games.engine.calls import is_many, meant_roles
from nightcrier.box.games.engine.model import GameFile, RoleRow, Selection, count_at
from nightcrier.kernel.errors import WrongUse, full_sentence, near_word, quote_word

RoleCounts = dict[str, int]


def deck_of(game: GameFile, players: int, added: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the deck, in the order of the roles in the file. Raises WrongUse if it cannot be made."""
    least, most = game.players
    if not least <= players <= most:
        raise WrongUse(f"{game.id} is for {least} to {most} players.")
    counts = {role.id: count_at(role.count, players) for role in game.roles.values()}
    for more in check_added(game, added):
        counts[more] += 1
    for side in game.sides.values():
        if side.count is not None:
            _fill(game, counts, side.id, count_at(side.count, players))
    _fill(game, counts, "", players + game.center)
    for role in game.roles.values():
        if counts[role.id]:
            _check_role(role, counts)
    return tuple(role for role, count in counts.items() for _ in range(count))


def forms_in_decks(game: GameFile, who: Selection) -> set[bool]:
    """Return a set that contains True if a selection can match several people in the decks of this game, and False if
    it can match at most one."""
    if is_many(game, who, ()):
        return {True}
    meant, forms = meant_roles(game, who, game.roles), set[bool]()
    roles = [game.roles[role] for role in meant if not game.roles[role].fills]
    for players in range(game.players[0], game.players[1] + 1):
        cards = sum(role in meant for role in deck_of(game, players))
        more = sum(role.max - count_at(role.count, players) for role in roles)
        forms |= {cards > 1, cards + more > 1}
    return forms


def check_added(game: GameFile, added: Sequence[str]) -> Sequence[str]:
    """Return the roles that people add. Raises WrongUse if the file lacks a role, or has not enough cards of it."""
    for role in added:
        if role not in game.roles:
            raise WrongUse(full_sentence(f"{game.id} has no role {quote_word(role)}{near_word(role, game.roles)}"))
        if added.count(role) > game.roles[role].max:
            raise WrongUse(f"{role}: {added.count(role)} where {game.roles[role].max} may be.")
    return added


def _fill(game: GameFile, counts: RoleCounts, side: str, may: int) -> None:
    """Fill a side, or the whole deck if `side` is empty, up to the number `may` of cards: with the role that fills this
    side, or with a side that has no count."""
    have = sum(counts[role.id] for role in game.roles.values() if side in ("", role.side))
    limit = "may be" if have > may else "must be, and no role fills it"
    sides = [side] if side else [each.id for each in game.sides.values() if each.count is None]
    filling = next((role.id for role in game.roles.values() if role.fills and role.side in sides), "")
    if have > may or (have < may and not filling):
        raise WrongUse(f"{side or 'the whole deck'}: {have} cards where {may} {limit}.")
    if have < may:
        counts[filling] += may - have


def _check_role(role: RoleRow, counts: RoleCounts) -> None:
    if counts[role.id] > role.max:
        raise WrongUse(f"{role.id}: {counts[role.id]} where {role.max} may be.")
    for other in role.needs:
        if not counts[other]:
            raise WrongUse(f"{role.id} needs {other}.")
    for other in role.excludes:
        if counts[other]:
            raise WrongUse(f"{role.id} excludes {other}.")
