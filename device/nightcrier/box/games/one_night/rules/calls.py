"""Lists the calls of a night, in their order, for a deck and its options.

The calls depend on the deck and not on the deal, so the night sounds the same for every deal. A call is named by the id
of its role. A later call for the Doppelganger is named `doppelganger-<role>`."""

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache

from msgspec import Struct

from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, Deck
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.role_blocks import Copied, Meets, Role
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.games.one_night.rules.roles import AWAKE_WOLVES, DOPPELGANGER


def copy_of(role: str) -> str:
    """Return the name of the call for a Doppelganger who viewed this role. No call of a file has such a name."""
    return f"{DOPPELGANGER}-{role}"


class NightCall(Struct, frozen=True):
    """A call of the night. A `copied` call is for a Doppelganger who viewed the role."""

    number: str
    role: str
    copied: bool = False

    @property
    def name(self) -> str:
        return copy_of(self.role) if self.copied else self.role

    def title(self, book: RoleBook) -> str:
        """Return the role by whose name people know the call. The copy of a file's role has no name of its own."""
        return DOPPELGANGER if self.copied and book.rows[self.role].call else self.name


def calls_of_cards(
    cards: Collection[str], *, curator_first: bool = True, book: RoleBook = PRINTED
) -> tuple[NightCall, ...]:
    order = list(book.called)
    if not curator_first:
        order.remove(book.rows["revealer"])
        order.insert(order.index(book.rows["curator"]), book.rows["revealer"])
    return tuple(call for role in order for call in _calls(role, cards, book))


def wake_order(deck: Deck, options: Options, book: RoleBook = PRINTED) -> tuple[str, ...]:
    return _names_of_calls(deck, options.curator_before_revealer, book)


@lru_cache(maxsize=4)
def _names_of_calls(deck: Deck, curator_first: bool, book: RoleBook) -> tuple[str, ...]:
    """Return the names of the calls. The latest results are cached, because a game asks for the names at every turn."""
    return tuple(call.name for call in calls_of_cards(deck, curator_first=curator_first, book=book))


def call_named(name: str, book: RoleBook) -> NightCall:
    copies = _copies(book)
    return NightCall("", copies.get(name, name), name in copies)


@lru_cache(maxsize=4)
def _copies(book: RoleBook) -> Mapping[str, str]:
    return {copy_of(role): role for role in book.rows}


def calls_with_place(deck: Deck, options: Options, book: RoleBook = PRINTED) -> tuple[str, ...]:
    """Return the calls in which the narrator names a place in the center, because the role takes one card from it."""
    if not options.name_place:
        return ()
    powers = {call: book.power_of(call) for call in wake_order(deck, options, book) if call in book.rows}
    used = {call: power for call, power in powers.items() if options.lone_wolf or not power.alone}
    return tuple(call for call, power in used.items() if power.takes_one_from_center)


def _calls(role: Role, cards: Collection[str], book: RoleBook) -> Iterator[NightCall]:
    if role.call:
        if role.call.is_made(cards, len(cards) - CENTER_CARDS):
            yield NightCall(role.wakes, role.id)
            if book.copied_in(role, cards) is Copied.LATER:
                yield NightCall(f"{role.wakes}a", role.id, copied=True)
        return
    called_for = AWAKE_WOLVES if role.meets is Meets.WOLVES else {role.id}
    if called_for.isdisjoint(cards):
        return
    yield NightCall(role.wakes, role.id)
    if role.id == DOPPELGANGER:
        followers = [each.id for each in book.rows.values() if each.copied is Copied.NEXT and each.id in cards]
        yield from (NightCall(f"{role.wakes}-{follower}", follower, copied=True) for follower in followers)
    if role.copied is Copied.LATER and DOPPELGANGER in cards:
        yield NightCall(f"{role.wakes}a", role.id, copied=True)
