"""Writes the people of a tournament, and the forms for adding people, marking them as gone, and changing names."""

from collections.abc import Iterator

from nightcrier.hall.frame import details_section, name_markup
from nightcrier.hall.tournament.page_parts import ShownTournament, deed_button, word_of
from nightcrier.hall.tournament.state import TournamentPerson
from nightcrier.kernel.people import MOST_LETTERS
from nightcrier.web.forms import FormWriter, file_field, options_of, text_field
from nightcrier.web.markup import Markup, tag

MOST_TYPED = 3000
"""The most letters of a typed list. A letter may take nine bytes in a form, so a longer list must be sent as a file."""


def entrants_section(forms: FormWriter, shown: ShownTournament, *, is_open: bool) -> Markup:
    return details_section("people", forms.word("menu.people"), *_entrants(forms, shown), is_open=is_open)


def _entrants(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    people = sorted(shown.tournament.people, key=lambda each: (each.name.casefold(), each.id))
    yield tag("p", word_of(forms, "here", n=forms.figures(len(shown.tournament.here))))
    if people:
        yield forms.bare_form("/tournament/people", named="presence")
        yield tag("ul", *(_person(forms, each) for each in people), class_="people")
    yield _adding(forms, shown)
    yield _list(forms, shown)
    if people:
        yield _renaming(forms, people, shown)


def _person(forms: FormWriter, person: TournamentPerson) -> Markup:
    deed = "away" if person.here else "back"
    button = deed_button(forms, "presence", deed, str(person.id), person.name, deed)
    return tag("li", name_markup(person.name), " ", button, class_=None if person.here else "gone")


def _name_field(forms: FormWriter, name: str, label: str, typed: str) -> Markup:
    return tag("label", forms.word(label), text_field(name, typed, 2 * MOST_LETTERS, required=True))


def _adding(forms: FormWriter, shown: ShownTournament) -> Markup:
    field = _name_field(forms, "name", "people.name", shown.typed.get("name", ""))
    return forms.form("/tournament/add", field, "net.hall.tournament.add")


def _list(forms: FormWriter, shown: ShownTournament) -> Markup:
    label, of_file, take = word_of(forms, "list"), word_of(forms, "file"), "net.hall.tournament.take"
    text = "\n" + shown.typed.get("names", "")
    typed = tag("textarea", text, name="names", rows=6, dir="auto", maxlength=MOST_TYPED, required=True)
    sent = forms.file_form("/tournament/file", file_field(of_file, ".csv,.txt,text/csv"), take, of_file)
    return forms.form("/tournament/list", tag("label", label, typed), take, label) + sent


def _renaming(forms: FormWriter, people: list[TournamentPerson], shown: ShownTournament) -> Markup:
    names = options_of([(str(each.id), each.name) for each in people], shown.typed.get("person", ""))
    fields = forms.select("person", "net.hall.tournament.who", names)
    named = _name_field(forms, "called", "net.hall.tournament.new-name", shown.typed.get("called", ""))
    return forms.form("/tournament/rename", fields + named, "net.hall.tournament.rename")
