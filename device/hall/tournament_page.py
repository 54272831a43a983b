"""The pages of a tournament as HTML, for the organiser of a hall: people and rounds, the seating to be read out, and
results."""

from collections.abc import Iterator, Mapping

from device.hall.hall_forms import NotSent
from device.hall.hall_frame import hall_page, isolated, page_links
from device.hall.page_astray import astray_section, counted_twice_words
from device.hall.page_drawing import bounds_section, drawing_section
from device.hall.page_entrants import entrants_section
from device.hall.page_games import games_section
from device.hall.page_rounds import round_section, seating_section
from device.hall.page_standings import spreadsheets_section, standings_section
from device.hall.shown_tournament import ShownTournament, word_of
from device.hall.told_once import CountedWord
from device.hall.tournament.people_csv import NamedTwice
from device.hall.tournament.round_games import CountedTwice
from device.hall.tournament.settled_games import astray_games
from device.hall.tournament.tournament_people import NameRefused
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.ids import Language
from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.names import MOST_LETTERS
from device.net.form_writer import FormWriter


class TournamentWriter:
    """In one language, for one organiser: `mark` is that of the pass."""

    def __init__(self, words: Mapping[str, str], language: Language, mark: str) -> None:
        self._language, self._forms, self.mark = language, FormWriter(words, mark), mark

    def leading(self, shown: ShownTournament, said: Markup = NO_MARKUP, opened: str = "") -> Markup:
        """The round now played, the next one, and people: these first where nobody was seated yet. `said` is what came
        of a form, as `told`, `counted` or `refusal` give it, `opened` the part of the page that it is of."""
        astray = len(astray_games(shown.tournament))
        text = self._word("astray", n=self._forms.figures(astray))
        link = tag("p", tag("a", text, href="/tournament/results#astray"))
        begun = bool(shown.tournament.rounds)
        people = entrants_section(self._forms, shown, is_open=opened == "people" or not begun)
        rounds = markup_of(round_section(self._forms, shown)) + drawing_section(self._forms, shown)
        bounds = bounds_section(self._forms, shown, is_open=opened == "bounds")
        parts = (rounds, people, bounds) if begun else (people, bounds, rounds)
        return self._page("/tournament", shown, said, link if astray else NO_MARKUP, *parts)

    def results(self, shown: ShownTournament, said: Markup = NO_MARKUP) -> Markup:
        sections = (astray_section(self._forms, shown), standings_section(self._forms, shown))
        games = games_section(self._forms, shown)
        told = (part for section in (*sections, games, spreadsheets_section(self._forms)) for part in section)
        return self._page("/tournament/results", shown, said, *told)

    def seating(self, shown: ShownTournament) -> Markup:
        """Of the newest round alone."""
        if not shown.tournament.rounds:
            return hall_page(self._language, tag("h1", self._word("no-round")), page_links(self._forms, ""))
        now = shown.tournament.rounds[-1]
        title = tag("h1", f"{self._word('title')} · {self._word('round', n=self._forms.figures(now.number))}")
        rows = tag("div", *seating_section(self._forms, shown, now, changes=False), class_="read")
        return hall_page(self._language, title, page_links(self._forms, ""), rows)

    def told(self, word: str) -> Markup:
        return self._forms.alert(self._forms.word(word))

    def counted(self, counted: CountedWord) -> Markup:
        return self._forms.alert(self._forms.word(counted.word, n=self._forms.figures(counted.n)))

    def refusal(self, why: NotSent | NightcrierError, shown: ShownTournament) -> Markup:
        """In the words of the page where there are some; the others are seldom met, and English, as in the log."""
        match why:
            case NotSent():
                return self._forms.alert(self._forms.word(why.word, **why.gaps))
            case NameRefused():
                said = self._forms.word(why.word, n=self._forms.figures(MOST_LETTERS))
                named = f"{self._forms.figures(why.line)}. {isolated(why.name)}: {said}"
                return self._forms.alert(named if why.line else said)
            case NamedTwice():
                line, before = self._forms.figures(why.line), self._forms.figures(why.before)
                return self._forms.alert(self._word("twice", line=line, name=isolated(why.name), before=before))
            case CountedTwice():
                return self._forms.alert(counted_twice_words(self._forms, shown, why))
            case BadFile(key=key, expected=expected):
                return self._forms.alert_in_english(f"{key}: {expected}." if key else f"The list {expected}.")
            case _:
                return self._forms.alert_in_english(str(why))

    def _page(self, here: str, shown: ShownTournament, said: Markup, *parts: Markup) -> Markup:
        title = tag("h1", self._word("title")) + page_links(self._forms, here)
        return hall_page(self._language, title, said, *self._warnings(shown), *parts)

    def _warnings(self, shown: ShownTournament) -> Iterator[Markup]:
        """What could be lost."""
        if shown.aside:
            yield self._forms.alert(self._word("broken", file=isolated(shown.aside)))
        if not shown.is_kept:
            yield self.told("net.hall.tournament.unkept")

    def _word(self, key: str, **gaps: str) -> str:
        return word_of(self._forms, key, **gaps)
