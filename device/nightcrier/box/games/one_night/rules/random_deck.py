"""Draws random decks until one is as balanced as the deck of a good host.

About a quarter of the cards are wolves and their helpers, at least two of them wolves. At least one role learns
something, and another one moves cards; with fewer than nine players at most three roles move cards. A night has at most
nine calls. The Doppelganger and the Village Idiot depend on the number of players. All other cards stay random, so
similar roles are equally likely. One or two roles may be new to the table, and more only if the table needs their
cards. As the rulebooks advise, the Doppelganger waits until the table knows the other roles."""

from collections.abc import Collection
from itertools import chain, repeat

from nightcrier.box.games.one_night.rules.calls import calls_of_cards
from nightcrier.box.games.one_night.rules.deal import (
    MOST_WITHIN_REACH,
    ONE_NIGHT_FEWEST,
    ONE_NIGHT_MOST,
    Deck,
    deck_size,
    in_order,
    wolves_in,
)
from nightcrier.box.games.one_night.rules.deck_findings import (
    FEW_FOR_A_BODYGUARD,
    deck_doubts,
    deck_problems,
    new_roles,
    unknown_beside_doppelganger,
)
from nightcrier.box.games.one_night.rules.options import Sets
from nightcrier.box.games.one_night.rules.role_blocks import BOXES, Meets, Team
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import DOPPELGANGER
from nightcrier.box.show.deck_checks import NEW_AT_ONCE, shuffle_known_first
from nightcrier.kernel.chance import Chance

_FEWEST_WOLVES = 2
_MOST_MOVERS, _FEW_FOR_MORE_MOVERS = 3, 8
MOST_CALLS = 9
"""The maximum number of calls in a night with a random deck. More than ten players have more if they need the cards."""
_MOST_PLAYERS = {DOPPELGANGER: 6, "village-idiot": 5}
"""The maximum number of players for whom these roles are drawn, as onenightultimate.com (?p=27) advises: no
Doppelganger with many players, because she makes the night long, and no Village Idiot with six or more."""
_TRIES = 90
"""How many times a deck of the chosen cards is drawn: first with few new roles, then with many, and then also with an
early Doppelganger. Without files, one of the first few dozen decks is good, unless there are so many players that they
need more cards."""
_MOST_COPIES = deck_size(ONE_NIGHT_MOST)


def random_deck(
    players: int, sets: Sets, chance: Chance, book: RoleBook = PRINTED, fresh: Collection[str] = ()
) -> Deck:
    """Draw a random deck for 3 to 23 players that breaks no rule. The cards come from the chosen box, or from both
    boxes if one box has too few cards, or if files add so many cards that no deck of them turns out good. `fresh` are
    all roles that this table has never played."""
    chosen, both = _bag(sets, players, book), _bag("both", players, book)
    tries = _TRIES if len(chosen) >= deck_size(players) else 0
    allowed = chain(*(repeat((chosen, faults), tries) for faults in range(3)), repeat((both, 2)))
    drawn = ((_draw(bag, players, chance, book, fresh), faults) for bag, faults in allowed)
    right = (deck for deck, most in drawn if _faults(deck, fresh) <= most and _is_right(deck, players, book))
    return in_order(next(right), book)


def _faults(deck: Deck, fresh: Collection[str]) -> int:
    """Return how far a deck is from what the rulebooks advise for a table that learns: 2 for an early Doppelganger, 1
    for many new roles, otherwise 0."""
    return 2 if unknown_beside_doppelganger(deck, fresh) else int(len(new_roles(deck, fresh)) > NEW_AT_ONCE)


def _bag(sets: Sets, players: int, book: RoleBook) -> Deck:
    """Return the cards of the chosen boxes for this number of players. Very many players also need the cards that are
    usually left out. For a large table, Daybreak also gets the Villagers of the other box."""
    boxes, size = (*BOXES[sets], *((None,) if sets == "all" else ())), deck_size(players)
    owned = [role for role in book.cards.values() if role.box in boxes]
    cards = tuple(role.id for role in owned for _ in range(min(role.count, _MOST_COPIES)))
    bag = tuple(role for role in cards if _may_play(role, players))
    if players > MOST_WITHIN_REACH:
        return bag if len(bag) > size else cards
    return bag + ("villager",) * (size - len(bag))


def _may_play(role: str, players: int) -> bool:
    fewest = FEW_FOR_A_BODYGUARD + 1 if role == "bodyguard" else ONE_NIGHT_FEWEST
    return fewest <= players <= _MOST_PLAYERS.get(role, ONE_NIGHT_MOST)


def _draw(bag: Deck, players: int, chance: Chance, book: RoleBook, fresh: Collection[str]) -> Deck:
    """Draw as many cards as needed. For up to ten players, the number of wolves and helpers follows from the number of
    cards. Roles that the table knows come first, with one or two new roles."""
    size, cards = deck_size(players), shuffle_known_first(bag, new_roles(bag, fresh), chance)
    if players > MOST_WITHIN_REACH:
        return _with_few_calls(cards, size, book)
    fewest, most = wolfish_range(size)
    hunting = max(fewest, min(most, sum(_is_wolfish(role, book) for role in cards[:size])))
    hunters = tuple(role for role in cards if _is_wolfish(role, book))
    others = tuple(role for role in cards if not _is_wolfish(role, book))
    return hunters[:hunting] + others[: size - hunting]


def _with_few_calls(cards: Deck, size: int, book: RoleBook) -> Deck:
    """Return this many of the shuffled cards, with few roles that are called. More of those are included only if the
    other cards are not enough. One call is reserved for the Werewolves, who are also called for the Alpha Wolf."""
    late = [role for role in dict.fromkeys(cards) if book.rows[role].wakes][MOST_CALLS - 1 :]
    return tuple(sorted(cards, key=lambda role: late.index(role) if role in late else -1))[:size]


def _is_right(deck: Deck, players: int, book: RoleBook) -> bool:
    if deck_problems(deck, players, book) or deck_doubts(deck, players, book) or wolves_in(deck) < _FEWEST_WOLVES:
        return False
    learning = any(_learns(role, book) for role in deck)
    moving = sum(bool((deed := book.deed_of(role)) and deed.moves) for role in deck)
    few = players > _FEW_FOR_MORE_MOVERS or moving <= _MOST_MOVERS
    short = players > MOST_WITHIN_REACH or len(calls_of_cards(deck, book=book)) <= MOST_CALLS
    return learning and moving > 0 and few and short


def _learns(role: str, book: RoleBook) -> bool:
    """Say whether a role of the village learns something at night and moves no card."""
    deed, meets = book.deed_of(role), book.rows[role].meets is not Meets.NOBODY
    return (meets or (deed is not None and deed.finds)) and not _is_wolfish(role, book)


def wolfish_range(cards: int) -> tuple[int, int]:
    """Return the minimum and the maximum number of wolves and wolf helpers for this number of cards."""
    quarter = cards // 4
    return max(_FEWEST_WOLVES, quarter), max(_FEWEST_WOLVES, quarter + 1)


def _is_wolfish(role: str, book: RoleBook) -> bool:
    return book.rows[role].team is Team.WEREWOLF
