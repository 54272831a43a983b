"""Writes the pages of a tournament as HTML: people and rounds, the seating to be read out, and results."""

from collections.abc import Iterator

from device.hall.hall_frame import HallForms, NotSent, details_section, isolate, name_markup
from device.hall.page_astray import astray_section, twice_words
from device.hall.page_rounds import bounds_section, drawing_section, round_section, seating_section
from device.hall.page_standings import games_section, spreadsheets_section, standings_section
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.settled_games import CountedTwice, astray_games
from device.hall.tournament.tournament_csv import NamedTwice
from device.hall.tournament.tournament_people import NameRefused
from device.hall.tournament.tournament_state import TournamentPerson
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter, file_field, options_of, text_field

MOST_TYPED = 3000
"""Letters of a typed list: each may take nine in a form. A longer list comes as a file."""


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


def main_page(forms: HallForms, shown: ShownTournament, said: Markup = NO_MARKUP, opened: str = "") -> Markup:
    """Write the current round, the next one, and people; before the first round people stand first. `said` is what came
    of a form, `opened` the part of the page with that form."""
    astray = len(astray_games(shown.tournament))
    text = word_of(forms, "astray", n=forms.figures(astray))
    link = tag("p", tag("a", text, href="/tournament/results#astray"))
    begun = bool(shown.tournament.rounds)
    people = entrants_section(forms, shown, is_open=opened == "people" or not begun)
    rounds = markup_of(round_section(forms, shown)) + drawing_section(forms, shown)
    bounds = bounds_section(forms, shown, is_open=opened == "bounds")
    parts = (rounds, people, bounds) if begun else (people, bounds, rounds)
    return _page(forms, "/tournament", shown, said, link if astray else NO_MARKUP, *parts)


def results_page(forms: HallForms, shown: ShownTournament, said: Markup = NO_MARKUP) -> Markup:
    sections = (astray_section(forms, shown), standings_section(forms, shown))
    games = games_section(forms, shown)
    told = (part for section in (*sections, games, spreadsheets_section(forms)) for part in section)
    return _page(forms, "/tournament/results", shown, said, *told)


def seating_page(forms: HallForms, shown: ShownTournament) -> Markup:
    """Write the seating of the newest round alone."""
    if not shown.tournament.rounds:
        return forms.page(tag("h1", word_of(forms, "no-round")), forms.page_links(""))
    now = shown.tournament.rounds[-1]
    title = tag("h1", f"{word_of(forms, 'title')} · {word_of(forms, 'round', n=forms.figures(now.number))}")
    rows = tag("div", *seating_section(forms, shown, now, changes=False), class_="read")
    return forms.page(title, forms.page_links(""), rows)


def refusal_told(forms: HallForms, why: NotSent | NightcrierError, shown: ShownTournament) -> Markup:
    """Say why something was refused, in the words of the page if there are some. Other reasons are rare, and English,
    as in the log."""
    match why:
        case NotSent():
            return forms.told(why.word, **why.gaps)
        case NameRefused():
            said = forms.word(why.word, n=forms.figures(MOST_LETTERS))
            named = f"{forms.figures(why.line)}. {isolate(why.name)}: {said}"
            return forms.alert(named if why.line else said)
        case NamedTwice():
            line, before = forms.figures(why.line), forms.figures(why.before)
            return forms.alert(word_of(forms, "twice", line=line, name=isolate(why.name), before=before))
        case CountedTwice():
            return forms.alert(twice_words(forms, shown, why))
        case BadFile(key=key, expected=expected):
            return forms.alert_in_english(f"{key}: {expected}." if key else f"The list {expected}.")
        case _:
            return forms.alert_in_english(str(why))


def _page(forms: HallForms, here: str, shown: ShownTournament, said: Markup, *parts: Markup) -> Markup:
    title = tag("h1", word_of(forms, "title")) + forms.page_links(here)
    return forms.page(title, said, *_warnings(forms, shown), *parts)


def _warnings(forms: HallForms, shown: ShownTournament) -> Iterator[Markup]:
    """Yield warnings of what could be lost."""
    if shown.aside:
        yield forms.alert(word_of(forms, "broken", file=isolate(shown.aside)))
    if not shown.is_kept:
        yield forms.told("net.hall.tournament.unkept")
