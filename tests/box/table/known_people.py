"""Provides evenings of known people, and returns who plays and what is saved about them."""

from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.table.core.effects import NewEvening, SeatPeople
from nightcrier.kernel.people import EveningKind
from tests.box.table.evening import Evening


def standings(*people, kind=EveningKind.OPEN, champions=()):
    last = {number: person.points for number, person in enumerate(people, 1)}
    return Standings(0.0, kind, 5, people, champions, last, {"toy": tuple(last.values())}, evening=3)


def known(*names: str) -> Standings:
    return standings(*(PersonStanding(name, 1, 0, out=False) for name in names))


def seated(evening: Evening) -> list[str]:
    session = evening.table.session
    return [each.name for each in session.setup.seated]


def kept(evening: Evening) -> list[object]:
    return [effect for effect in evening.effects if isinstance(effect, SeatPeople | NewEvening)]


def with_four(evening: Evening):
    choices = evening.table.choices
    return replace(choices, setups={"toy": replace(choices.setup, players=4)})
