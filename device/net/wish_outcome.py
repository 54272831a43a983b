"""What became of a wish. The box answers none: whether one was heeded is read from what it shows afterwards."""

from typing import assert_never

from msgspec import Struct

from device.kernel.names import tidy_name
from device.kernel.public_record import OfferedSetting, Phase, PublicPerson, TableOffers, TableShown
from device.kernel.public_scores import TableScores
from device.kernel.wishes import (
    AnswerWish,
    CardWish,
    ChoreWish,
    LoudnessWish,
    MendWish,
    MoveWish,
    NameWish,
    NewcomerWish,
    PeopleWish,
    PresenceWish,
    ScenarioWish,
    ScoreWish,
    SettingWish,
    StrikeWish,
    Wish,
)
from device.net.box_line import BoxLine

_AT_REST = frozenset({"home", "phone", "sleep"})
"""Pages of the glass."""


class BoxSeen(Struct, frozen=True):
    """All that the box shows, at one moment."""

    table: TableShown | None
    offers: TableOffers | None
    scores: TableScores | None

    @property
    def is_at_rest(self) -> bool:
        """Whether the start page stands on the glass: nobody is at its menus."""
        return self.table is not None and self.table.phase is Phase.HOME and self.table.page in _AT_REST

    @property
    def people(self) -> tuple[PublicPerson, ...]:
        return self.offers.people if self.offers else ()


class SentWish(Struct, frozen=True):
    """A wish, and what the box showed when it went out."""

    wish: Wish
    before: BoxSeen

    def has_come(self, now: BoxSeen) -> bool:
        """Whether what was wished for stands there, or is beyond knowing: a game has begun, or a night. Where the box
        has a question first, it left its start page: for another number of players it asks who sits out."""
        table, known = now.table, self.before.table
        if table is None or known is None or table.phase is not known.phase or table.phase is Phase.NIGHT:
            return True
        is_asked = self.before.is_at_rest and not now.is_at_rest
        return is_asked or _has_come(self.wish, self.before, now)

    @property
    def was_so(self) -> bool:
        """Before anybody wished for it."""
        return self.has_come(self.before)


def box_seen(box: BoxLine) -> BoxSeen:
    return BoxSeen(box.table, box.offers, box.scores)


def _has_come(wish: Wish, before: BoxSeen, now: BoxSeen) -> bool:
    match wish:
        case LoudnessWish(loudness):
            return now.table is None or now.table.loudness == min(loudness, now.table.ceiling)
        case ScenarioWish() | CardWish() | SettingWish():
            return _is_chosen(wish, before, now)
        case NameWish() | PresenceWish() | NewcomerWish() | MoveWish():
            return _are_seated(wish, before, now)
        case MendWish() | StrikeWish():
            return now.scores != before.scores or _is_counted(wish, now.scores)
        case AnswerWish(at):
            return now.table is None or now.table.question is None or now.table.question.at != at
        case ChoreWish():
            return before.is_at_rest
        case _:
            return True  # said elsewhere, or no form of the page


def _is_chosen(wish: ScenarioWish | CardWish | SettingWish, before: BoxSeen, now: BoxSeen) -> bool:
    offers = now.offers
    if offers is None:
        return True
    match wish:
        case ScenarioWish(game, scenario):
            # One that was chosen already has its own cards again: not where nobody heeds it.
            return (offers.game, offers.scenario) == (game, scenario) and (offers != before.offers or now.is_at_rest)
        case CardWish(card=card, count=count):
            cards = offers.deck.cards if offers.deck else ()
            return any((each.id, each.count) == (card, count) for each in cards)
        case SettingWish():
            return _is_set(wish, before, now)
        case _:
            assert_never(wish)


def _is_set(wish: SettingWish, before: BoxSeen, now: BoxSeen) -> bool:
    """In another language each value is called otherwise."""
    known, found = _setting(wish, before), _setting(wish, now)
    if found is None or known is None or found != known:
        return True
    return found.values[found.now] == wish.value


def _setting(wish: SettingWish, seen: BoxSeen) -> OfferedSetting | None:
    settings = seen.offers.settings if seen.offers else ()
    return next((each for each in settings if (each.menu, each.item) == (wish.menu, wish.item)), None)


def _are_seated(wish: PeopleWish, before: BoxSeen, now: BoxSeen) -> bool:
    if isinstance(wish, NewcomerWish):
        return len(now.people) > len(before.people)
    person = next((each for each in now.people if each.person == wish.person), None)
    if person is None:
        return False
    match wish:
        case NameWish(name=name):
            return person.name == tidy_name(name)
        case PresenceWish(presence=presence):
            return person.presence is presence
        case MoveWish(number, place):
            return _rows(now.people) == _rows(_moved(before.people, number, place))
        case _:
            assert_never(wish)


def _moved(people: tuple[PublicPerson, ...], number: int, place: int) -> tuple[PublicPerson, ...]:
    others = [each for each in people if each.person != number]
    moving = [each for each in people if each.person == number]
    return (*others[: place - 1], *moving, *others[place - 1 :])


def _rows(people: tuple[PublicPerson, ...]) -> list[tuple[object, ...]]:
    """Without their numbers, which are those of the places."""
    return [(each.name, each.presence, each.out) for each in people]


def _is_counted(wish: ScoreWish, scores: TableScores | None) -> bool:
    """The last game as it is wished for: then there is nothing to mend."""
    if scores is None or not scores.games or isinstance(wish, StrikeWish):
        return False
    last = scores.games[-1]
    won = {person for person, points in last.points.items() if points}
    return (scores.evening, last.number) == (wish.evening, wish.game) and won == set(wish.winners)
