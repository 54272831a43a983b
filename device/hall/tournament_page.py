"""The pages of a tournament as HTML, for the organiser of a hall: people and rounds, the seating to be read out, and
results. Whatever a table says or somebody types is text here, and nothing else."""

from collections.abc import Iterator, Mapping

from device.hall.hall_forms import NotSent
from device.hall.hall_frame import isolated, page_links, whole_page
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
from device.kernel.errors import BadFile, NightcrierError
from device.kernel.ids import Language
from device.net.form_writer import FormWriter


class TournamentWriter:
    """In one language, for one organiser: `mark` is that of the pass."""

    def __init__(self, words: Mapping[str, str], language: Language, mark: str) -> None:
        self._language, self._forms, self.mark = language, FormWriter(words, mark), mark

    def leading(self, shown: ShownTournament, said: str = "", opened: str = "") -> bytes:
        """The round now played, the next one, and people: these first where nobody was seated yet. `said` is what came
        of a form, as `told`, `counted` or `refusal` give it, `opened` the part of the page that it is of."""
        astray = len(astray_games(shown.tournament))
        link = f'<p><a href="/tournament/results#astray">{self._word("astray", n=self._forms.figures(astray))}</a></p>'
        begun = bool(shown.tournament.rounds)
        people = entrants_section(self._forms, shown, is_open=opened == "people" or not begun)
        rounds = "".join(round_section(self._forms, shown)) + drawing_section(self._forms, shown)
        bounds = bounds_section(self._forms, shown, is_open=opened == "bounds")
        parts = (rounds, people, bounds) if begun else (people, bounds, rounds)
        return self._page("/tournament", shown, said, link if astray else "", *parts)

    def results(self, shown: ShownTournament, said: str = "") -> bytes:
        sections = (astray_section(self._forms, shown), standings_section(self._forms, shown))
        games = games_section(self._forms, shown)
        told = (part for section in (*sections, games, spreadsheets_section(self._forms)) for part in section)
        return self._page("/tournament/results", shown, said, *told)

    def seating(self, shown: ShownTournament) -> bytes:
        """Of the newest round alone."""
        if not shown.tournament.rounds:
            return whole_page(self._language, f"<h1>{self._word('no-round')}</h1>{page_links(self._forms, '')}")
        now = shown.tournament.rounds[-1]
        title = f"<h1>{self._word('title')} · {self._word('round', n=self._forms.figures(now.number))}</h1>"
        rows = "".join(seating_section(self._forms, shown, now, changes=False))
        return whole_page(self._language, f'{title}{page_links(self._forms, "")}<div class="read">{rows}</div>')

    def told(self, word: str) -> str:
        return self._forms.alert(self._forms.word(word))

    def counted(self, counted: CountedWord) -> str:
        return self._forms.alert(self._forms.word(counted.word, n=self._forms.figures(counted.n)))

    def refusal(self, why: NotSent | NightcrierError, shown: ShownTournament) -> str:
        """In the words of the page where there are some; the others are seldom met, and English, as in the log."""
        match why:
            case NotSent():
                return self._forms.alert(self._forms.word(why.word, **why.gaps))
            case NamedTwice():
                line, before = self._forms.figures(why.line), self._forms.figures(why.before)
                return self._forms.alert(self._word("twice", line=line, name=isolated(why.name), before=before))
            case CountedTwice():
                return self._forms.alert(counted_twice_words(self._forms, shown, why))
            case BadFile(key=key, expected=expected):
                return self._forms.alert_in_english(f"{key}: {expected}." if key else f"The list {expected}.")
            case _:
                return self._forms.alert_in_english(str(why))

    def _page(self, here: str, shown: ShownTournament, said: str, *parts: str) -> bytes:
        title = f"<h1>{self._word('title')}</h1>{page_links(self._forms, here)}"
        return whole_page(self._language, f"{title}{said}{''.join(self._warnings(shown))}{''.join(parts)}")

    def _warnings(self, shown: ShownTournament) -> Iterator[str]:
        """What could be lost."""
        if shown.aside:
            yield self._forms.alert(self._word("broken", file=isolated(shown.aside)))
        if not shown.is_kept:
            yield self.told("net.hall.tournament.unkept")

    def _word(self, key: str, **gaps: str) -> str:
        return word_of(self._forms, key, **gaps)
