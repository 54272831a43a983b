"""Makes the state of a table for a broker, only from the public record: stage, decks, settings, and clock."""

import math
from collections.abc import Mapping

from msgspec import Struct

from nightcrier.kernel.ids import Seconds
from nightcrier.wire.orders import Order, Setting, Who
from nightcrier.wire.public_record import OfferedSetting, PublicClock, TableOffers, TableShown
from nightcrier.wire.wishes import ScenarioWish

LONGEST_STATE = 255
"""The maximum number of characters that Home Assistant allows in a state."""
NOT_KNOWN = b"None"
"""The message that tells Home Assistant that a value is unknown."""
_HAIR: Seconds = 1e-3
_COARSE, _LAST = 10, 10


class ToldState(Struct, frozen=True):
    """The state of a table in one message. A field is None if its value is not known, or does not exist."""

    phase: str
    game: str | None
    title: str | None
    deck: str | None
    call: int | None
    winners: str | None
    paused: bool
    loudness: int
    ceiling: int
    language: str
    help: bool = False
    message: str | None = None


def public_state(table: TableShown, deck: str | None, words: Mapping[str, str]) -> ToldState:
    won = ", ".join(person.name or str(person.person) for person in table.winners)
    clock = table.clock
    return ToldState(
        phase=table.phase.value,
        game=table.game or None,
        title=words.get(f"game.{table.game}", deck if table.game else None),
        deck=deck,
        call=table.call or None,
        winners=won[:LONGEST_STATE] or None,
        paused=table.paused or (clock is not None and clock.zero is None),
        loudness=table.loudness,
        ceiling=table.ceiling,
        language=table.language,
        help=table.wants_help,
        message=table.message or None,
    )


def decks_by_title(offers: TableOffers | None, words: Mapping[str, str]) -> Mapping[str, ScenarioWish]:
    """Return all decks that may be chosen, by the titles that people read. If two decks have the same title, the id is
    added to the second one."""
    found: dict[str, ScenarioWish] = {}
    for each in offers.scenarios if offers else ():
        name = words.get(f"game.{each.game}")  # a game in a file has no such word, and is called like its scenario
        title = f"{name}: {each.title}" if name else each.title
        found[title if title not in found else f"{title} ({each.id})"] = ScenarioWish(each.game, each.id)
    return found


def title_of_chosen(offers: TableOffers | None, decks: Mapping[str, ScenarioWish]) -> str | None:
    chosen = ScenarioWish(offers.game, offers.scenario) if offers else None
    return next((title for title, deck in decks.items() if deck == chosen), None)


def home_settings(offers: TableOffers | None) -> Mapping[Order, OfferedSetting]:
    rows = {order.wish: order for order in Order if Who.HOME in order.who}
    keyed = ((Setting(each.menu, each.item), each) for each in (offers.settings if offers else ()))
    return {rows[key]: each for key, each in keyed if key in rows}


def seconds_left(clock: PublicClock | None, now: float) -> int | None:
    """Return the seconds left of a talk with an end, or None without an end. More than ten seconds are rounded up to
    tens. `now` comes from the clock of the machine, which the box uses, too."""
    if clock is None or clock.up:
        return None
    left = math.ceil((clock.left if clock.zero is None else clock.zero - now) - _HAIR)
    if left <= _LAST or clock.zero is None:
        return max(0, left)
    return math.ceil(left / _COARSE) * _COARSE
