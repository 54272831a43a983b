"""Builds the pages of a tournament from their parts. Above them stands why a form was refused."""

from collections.abc import Iterator

from nightcrier.hall.frame import HallForms, NotSent, isolate
from nightcrier.hall.tournament.page_parts import ShownTournament, word_of
from nightcrier.hall.tournament.people_page import entrants_section
from nightcrier.hall.tournament.results import CountedTwice, astray_games
from nightcrier.hall.tournament.results_page import (
    astray_section,
    games_section,
    spreadsheets_section,
    standings_section,
    twice_words,
)
from nightcrier.hall.tournament.rounds_page import bounds_section, drawing_section, round_section, seating_section
from nightcrier.hall.tournament.spreadsheets import NamedTwice
from nightcrier.hall.tournament.state import NameRefused
from nightcrier.kernel.errors import BadFile, NightcrierError
from nightcrier.kernel.people import MOST_LETTERS
from nightcrier.web.markup import NO_MARKUP, Markup, join_markup, tag


def main_page(forms: HallForms, shown: ShownTournament, said: Markup = NO_MARKUP, opened: str = "") -> Markup:
    """Write the current round, the next round, and the people. Before the first round the people come first. `said` is
    the result of a form, and `opened` is the part of the page with that form."""
    astray = len(astray_games(shown.tournament))
    text = word_of(forms, "astray", n=forms.figures(astray))
    link = tag("p", tag("a", text, href="/tournament/results#astray"))
    begun = bool(shown.tournament.rounds)
    people = entrants_section(forms, shown, is_open=opened == "people" or not begun)
    rounds = join_markup(round_section(forms, shown)) + drawing_section(forms, shown)
    bounds = bounds_section(forms, shown, is_open=opened == "bounds")
    parts = (rounds, people, bounds) if begun else (people, bounds, rounds)
    return _page(forms, "/tournament", shown, said, link if astray else NO_MARKUP, *parts)


def results_page(forms: HallForms, shown: ShownTournament, said: Markup = NO_MARKUP) -> Markup:
    sections = (astray_section(forms, shown), standings_section(forms, shown))
    games = games_section(forms, shown)
    told = (part for section in (*sections, games, spreadsheets_section(forms)) for part in section)
    return _page(forms, "/tournament/results", shown, said, *told)


def seating_page(forms: HallForms, shown: ShownTournament) -> Markup:
    """Write a page that shows only the seating of the newest round."""
    if not shown.tournament.rounds:
        return forms.page(tag("h1", word_of(forms, "no-round")), forms.page_links(""))
    now = shown.tournament.rounds[-1]
    title = tag("h1", f"{word_of(forms, 'title')} · {word_of(forms, 'round', n=forms.figures(now.number))}")
    rows = tag("div", *seating_section(forms, shown, now, changes=False), class_="read")
    return forms.page(title, forms.page_links(""), rows)


def refusal_told(forms: HallForms, why: NotSent | NightcrierError, shown: ShownTournament) -> Markup:
    """Return the reason why a form was refused, in the language of the page. Rare reasons are in English, as in the
    log."""
    match why:
        case NotSent():
            return forms.word_alert(why.word, **why.gaps)
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
    return forms.page(title, said, *_file_warnings(forms, shown), *parts)


def _file_warnings(forms: HallForms, shown: ShownTournament) -> Iterator[Markup]:
    """Yield a warning if a damaged file was set aside, and a warning if the disk does not accept changes."""
    if shown.aside:
        yield forms.alert(word_of(forms, "broken", file=isolate(shown.aside)))
    if not shown.is_kept:
        yield forms.word_alert("net.hall.tournament.unkept")
