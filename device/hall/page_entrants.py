"""The people of a tournament on the organiser's page: who is here, who comes, by name or by a list, and who is called
otherwise."""

from collections.abc import Iterator
from html import escape

from device.hall.hall_frame import folded_section, shown_name
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.tournament_state import TournamentPerson
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter, options_of

MOST_TYPED = 3000
"""Letters of a list that is typed: each may be nine in a form. A longer one comes as a file."""


def entrants_section(forms: FormWriter, shown: ShownTournament, *, is_open: bool) -> str:
    return folded_section("people", forms.word("menu.people"), "".join(_entrants(forms, shown)), is_open=is_open)


def _entrants(forms: FormWriter, shown: ShownTournament) -> Iterator[str]:
    people = sorted(shown.tournament.people, key=lambda each: (each.name.casefold(), each.id))
    yield f"<p>{word_of(forms, 'here', n=forms.figures(len(shown.tournament.here)))}</p>"
    if people:
        yield forms.bare_form("/tournament/people", "", "presence")
        yield f'<ul class="people">{"".join(_person(forms, each) for each in people)}</ul>'
    yield _adding(forms, shown)
    yield _list(forms, shown)
    if people:
        yield _renaming(forms, people, shown)


def _person(forms: FormWriter, person: TournamentPerson) -> str:
    deed, kind = ("away", "") if person.here else ("back", ' class="gone"')
    button = deed_button(forms, "presence", deed, str(person.id), escape(person.name), deed)
    return f"<li{kind}>{shown_name(person.name)} {button}</li>"


def _name_field(forms: FormWriter, name: str, label: str, typed: str) -> str:
    return (
        f'<label>{forms.word(label)}<input name="{name}" dir="auto" autocomplete="off" maxlength="{2 * MOST_LETTERS}" '
        f'value="{escape(typed)}" required></label>'
    )


def _adding(forms: FormWriter, shown: ShownTournament) -> str:
    field = _name_field(forms, "name", "people.name", shown.typed.get("name", ""))
    return forms.form("/tournament/add", field, "net.hall.tournament.add")


def _list(forms: FormWriter, shown: ShownTournament) -> str:
    typed = (
        f'<label>{word_of(forms, "list")}<textarea name="names" rows="6" dir="auto" maxlength="{MOST_TYPED}" required>'
        f"\n{escape(shown.typed.get('names', ''))}</textarea></label>"
    )
    file = (
        f'<label>{word_of(forms, "file")}<input type="file" name="file" accept=".csv,.txt,text/csv" required></label>'
    )
    take = "net.hall.tournament.take"
    sent = forms.file_form("/tournament/file", file, take, word_of(forms, "file"))
    return forms.form("/tournament/list", typed, take, word_of(forms, "list")) + sent


def _renaming(forms: FormWriter, people: list[TournamentPerson], shown: ShownTournament) -> str:
    names = options_of([(str(each.id), each.name) for each in people], shown.typed.get("person", ""))
    fields = forms.select("person", "net.hall.tournament.who", names)
    named = _name_field(forms, "called", "net.hall.tournament.new-name", shown.typed.get("called", ""))
    return forms.form("/tournament/rename", fields + named, "net.hall.tournament.rename")
