"""What the pages of a tournament are written from: how it stands, and which tables the hall has."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from device.hall.hall_desk import HallDesk
from device.hall.hall_frame import isolated
from device.hall.tournament.tournament_desk import TournamentDesk
from device.hall.tournament.tournament_state import Tournament
from device.kernel.markup import Markup, tag
from device.net.form_writer import FormWriter

WORDS = "net.hall.tournament."
"""All words of these pages begin so."""


class ShownTournament(Struct, frozen=True):
    """`titles` is what people call a table, by its short name; `here` are those that answer. `typed` are the fields of
    a form that was refused: nobody types them again. `aside` is a damaged file that was kept, `is_kept` whether the
    disk takes what happens."""

    tournament: Tournament
    titles: Mapping[str, str]
    here: tuple[str, ...]
    typed: Mapping[str, str] = {}
    aside: str = ""
    is_kept: bool = True

    def title(self, table: str) -> str:
        return self.titles.get(table, table)

    def called(self, tables: Sequence[str]) -> str:
        """All of them in a sentence."""
        return ", ".join(isolated(self.title(table)) for table in tables)


def as_shown(desk: TournamentDesk, hall: HallDesk, typed: Mapping[str, str]) -> ShownTournament:
    tables = hall.hall.in_order
    here = tuple(table.name for table in tables if table.here)
    titles = {**desk.tournament.titles, **hall.hall.titles}
    return ShownTournament(desk.tournament, titles, here, typed, desk.aside, desk.is_kept)


def word_of(forms: FormWriter, key: str, **gaps: str) -> str:
    return forms.word(f"{WORDS}{key}", **gaps)


def deed_button(forms: FormWriter, form: str, deed: str, value: str, about: str, key: str) -> Markup:
    """Return a button of another form, named by `form`; `about` says to screen readers whom it means."""
    text = word_of(forms, key)
    return tag("button", text, form=form, name=deed, value=value, aria_label=f"{about}: {text}")
