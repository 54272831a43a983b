"""How the forms of a tournament are read: a form is a change of how it stands, and its fields are what the page itself
has filled, or it is refused."""

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from device.hall.hall_forms import NotSent
from device.hall.tournament.tournament_state import Tournament
from device.net.exchange import RequestRefused

Fields: TypeAlias = Mapping[str, str]
TournamentChange: TypeAlias = Callable[[Tournament], Tournament]
STALE = "net.hall.tournament.stale"


class TournamentForm(NamedTuple):
    """How a form is read, which raises RequestRefused, and where on the page the browser goes on after it. The change
    raises WrongUse, BadFile, and NotSent where there are words; so may the reading."""

    read: Callable[[Fields], TournamentChange]
    place: str


def form_number(text: str, most: int = 10**9) -> int:
    """Of a field that the page itself has filled. Raises RequestRefused."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(most)) or int(text) > most:
        raise RequestRefused(400)
    return int(text)


def pressed_button(fields: Fields, deeds: set[str]) -> tuple[str, str]:
    """Which one, and beside whom or what. Raises RequestRefused."""
    if len(fields) != 1 or not deeds.issuperset(fields):
        raise RequestRefused(400)
    ((deed, meant),) = fields.items()
    return deed, meant


def check_sure(fields: Fields) -> None:
    """Raises RequestRefused."""
    if fields.get("sure") != "yes":
        raise RequestRefused(400)


def change_of_round(fields: Fields, change: TournamentChange) -> TournamentChange:
    """Only to the round that the page showed, known by its mark."""
    mark = form_number(fields.get("round", ""))

    def changed(now: Tournament) -> Tournament:
        if not now.rounds or now.rounds[-1].mark != mark:
            raise NotSent(STALE)
        return change(now)

    return changed
