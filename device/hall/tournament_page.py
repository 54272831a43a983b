"""The pages of a tournament as HTML, for the organiser of a hall: people and rounds, the seating to be read out, and
results."""

from collections.abc import Iterator, Mapping

from device.hall.hall_frame import NotSent, hall_page, isolated, page_links
from device.hall.page_astray import astray_section, counted_twice_words
from device.hall.page_entrants import entrants_section
from device.hall.page_rounds import bounds_section, drawing_section, round_section, seating_section
from device.hall.page_standings import games_section, spreadsheets_section, standings_section
from device.hall.shown_tournament import ShownTournament, word_of
from device.hall.tournament.placed_games import CountedTwice
from device.hall.tournament.settled_games import astray_games
from device.hall.tournament.tournament_csv import NamedTwice
from device.hall.tournament.tournament_people import NameRefused
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.ids import Language
from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter


class TournamentWriter:
    """In one language, for one organiser: `mark` is that of the pass."""

    def __init__(self, words: Mapping[str, str], language: Language, mark: str) -> None:
        self._language, self.forms, self.mark = language, FormWriter(words, mark), mark

    def leading(self, shown: ShownTournament, said: Markup = NO_MARKUP, opened: str = "") -> Markup:
        """The round now played, the next one, and people: these first where nobody was seated yet. `said` is what came
        of a form, `opened` the part of the page that it is of."""
        astray = len(astray_games(shown.tournament))
        text = self._word("astray", n=self.forms.figures(astray))
        link = tag("p", tag("a", text, href="/tournament/results#astray"))
        begun = bool(shown.tournament.rounds)
        people = entrants_section(self.forms, shown, is_open=opened == "people" or not begun)
        rounds = markup_of(round_section(self.forms, shown)) + drawing_section(self.forms, shown)
        bounds = bounds_section(self.forms, shown, is_open=opened == "bounds")
        parts = (rounds, people, bounds) if begun else (people, bounds, rounds)
        return self._page("/tournament", shown, said, link if astray else NO_MARKUP, *parts)

    def results(self, shown: ShownTournament, said: Markup = NO_MARKUP) -> Markup:
        sections = (astray_section(self.forms, shown), standings_section(self.forms, shown))
        games = games_section(self.forms, shown)
        told = (part for section in (*sections, games, spreadsheets_section(self.forms)) for part in section)
        return self._page("/tournament/results", shown, said, *told)

    def seating(self, shown: ShownTournament) -> Markup:
        """Of the newest round alone."""
        if not shown.tournament.rounds:
            return hall_page(self._language, tag("h1", self._word("no-round")), page_links(self.forms, ""))
        now = shown.tournament.rounds[-1]
        title = tag("h1", f"{self._word('title')} · {self._word('round', n=self.forms.figures(now.number))}")
        rows = tag("div", *seating_section(self.forms, shown, now, changes=False), class_="read")
        return hall_page(self._language, title, page_links(self.forms, ""), rows)

    def refusal(self, why: NotSent | NightcrierError, shown: ShownTournament) -> Markup:
        """In the words of the page where there are some; the others are seldom met, and English, as in the log."""
        match why:
            case NotSent():
                return self.forms.told(why.word, **why.gaps)
            case NameRefused():
                said = self.forms.word(why.word, n=self.forms.figures(MOST_LETTERS))
                named = f"{self.forms.figures(why.line)}. {isolated(why.name)}: {said}"
                return self.forms.alert(named if why.line else said)
            case NamedTwice():
                line, before = self.forms.figures(why.line), self.forms.figures(why.before)
                return self.forms.alert(self._word("twice", line=line, name=isolated(why.name), before=before))
            case CountedTwice():
                return self.forms.alert(counted_twice_words(self.forms, shown, why))
            case BadFile(key=key, expected=expected):
                return self.forms.alert_in_english(f"{key}: {expected}." if key else f"The list {expected}.")
            case _:
                return self.forms.alert_in_english(str(why))

    def _page(self, here: str, shown: ShownTournament, said: Markup, *parts: Markup) -> Markup:
        title = tag("h1", self._word("title")) + page_links(self.forms, here)
        return hall_page(self._language, title, said, *self._warnings(shown), *parts)

    def _warnings(self, shown: ShownTournament) -> Iterator[Markup]:
        """What could be lost."""
        if shown.aside:
            yield self.forms.alert(self._word("broken", file=isolated(shown.aside)))
        if not shown.is_kept:
            yield self.forms.told("net.hall.tournament.unkept")

    def _word(self, key: str, **gaps: str) -> str:
        return word_of(self.forms, key, **gaps)
