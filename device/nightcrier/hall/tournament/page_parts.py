"""Holds a tournament as its pages show it, and what all of these pages need: their words and buttons."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from nightcrier.hall.desk import HallDesk
from nightcrier.hall.frame import isolate
from nightcrier.hall.tournament.desk import TournamentDesk
from nightcrier.hall.tournament.state import Tournament
from nightcrier.web.forms import FormWriter
from nightcrier.web.markup import Markup, tag

WORDS = "net.hall.tournament."
"""The first part of the keys of all words on these pages."""


class ShownTournament(Struct, frozen=True):
    """The tournament as it is shown. `titles` are the names that people use for tables, by short name; `here` are the
    tables that answer. `typed` are the fields of a refused form, which are filled in again. `aside` is the name of a
    damaged file that was set aside. `is_kept` says whether the disk accepts changes."""

    tournament: Tournament
    titles: Mapping[str, str]
    here: tuple[str, ...]
    typed: Mapping[str, str] = {}
    aside: str = ""
    is_kept: bool = True

    def title(self, table: str) -> str:
        return self.titles.get(table, table)

    def called(self, tables: Sequence[str]) -> str:
        """Return the titles of these tables, joined as a list for a sentence."""
        return ", ".join(isolate(self.title(table)) for table in tables)


def as_shown(desk: TournamentDesk, hall: HallDesk, typed: Mapping[str, str]) -> ShownTournament:
    tables = hall.hall.in_order
    here = tuple(table.name for table in tables if table.here)
    titles = {**desk.tournament.titles, **hall.hall.titles}
    return ShownTournament(desk.tournament, titles, here, typed, desk.aside, desk.is_kept)


def word_of(forms: FormWriter, key: str, **gaps: str) -> str:
    return forms.word(f"{WORDS}{key}", **gaps)


def deed_button(forms: FormWriter, form: str, deed: str, value: str, about: str, key: str) -> Markup:
    """Return a button that belongs to the form named `form`. A screen reader reads `about` together with the button."""
    text = word_of(forms, key)
    return tag("button", text, form=form, name=deed, value=value, aria_label=f"{about}: {text}")
