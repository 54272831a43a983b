"""Lists the 22 verbs of a call: their usual seconds, and the keys that each of them can have."""

from msgspec import Struct

_CHOICE = frozenset({"count", "uses", "not_twice", "together", "shares", "not_with"})
_SEATS = _CHOICE | {"of"}


class Verb(Struct, frozen=True):
    """Describes one verb. `most` is the highest count; `pair` is for a verb that chooses two places or none. `needs`
    are keys without a default. `center` says that cards in the center may be chosen, or "extends" if only in a file
    that extends another game. `extends` marks the verbs that such a file may use."""

    seconds: int
    keys: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()
    most: int = 5
    pair: bool = False
    center: bool | str = False
    extends: bool = False

    @property
    def chooses(self) -> bool:
        return "count" in self.keys


_MARK = frozenset({"mark"})
_LEARNS = frozenset({"learns"})

VERBS = {
    "look": Verb(6, extends=True),
    "rest": Verb(6, extends=True),
    "point": Verb(8, extends=True),
    "read": Verb(6, extends=True),
    "view": Verb(8, _SEATS, center=True, extends=True),
    "peek": Verb(5, extends=True),
    "take": Verb(8, _SEATS, most=1, extends=True),
    "trade": Verb(7, _SEATS, most=1, center=True, extends=True),
    "swap": Verb(8, _SEATS, pair=True, center="extends", extends=True),
    "shift": Verb(10, _CHOICE, most=1, extends=True),
    "copy": Verb(8, _SEATS, most=1),
    "turn": Verb(8, _SEATS, extends=True),
    "shield": Verb(7, _SEATS, extends=True),
    "mark": Verb(10, _SEATS, _MARK),
    "unmark": Verb(10, _SEATS, _MARK),
    "ask": Verb(10, _SEATS, _LEARNS),
    "compare": Verb(10, _SEATS, pair=True),
    "number": Verb(6, frozenset({"of"}), _LEARNS),
    "trail": Verb(10, _SEATS),
    "guess": Verb(12, _SEATS, _MARK, most=1),
    "block": Verb(10, _SEATS),
    "convert": Verb(10, _SEATS | {"spares"}, frozenset({"into"})),
}
TELLING_EACH = ("view", "ask", "trail")
"""The verbs that reveal something about each chosen seat."""
TELLING_ONCE = ("take", "copy", "compare", "guess")
"""The verbs that reveal one fact about all chosen seats together."""
SETTING_MARKS = ("mark", "unmark", "guess")
"""The verbs that change a mark, so that seats which are asked about the mark have to choose after them."""
