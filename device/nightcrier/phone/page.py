"""Writes the page of a phone as HTML: what the table shows now, and a form for each thing that may be changed."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from typing import assert_never

from nightcrier.kernel.ids import Language
from nightcrier.phone.file_desk import FilesShown
from nightcrier.phone.form_wishes import RefusedForm, refusal_alert
from nightcrier.phone.page_files import files_section
from nightcrier.phone.page_next_game import (
    deck_section,
    names_section,
    people_section,
    roles_section,
    scenario_section,
    settings_section,
)
from nightcrier.phone.page_results import question_section, scores_section
from nightcrier.web.forms import NO_FIELDS, FormWriter, line_way, whole_page
from nightcrier.web.markup import NO_MARKUP, Markup, tag
from nightcrier.wire.public_record import LineSaid, Phase, RoleInPlay, TableOffers, TableScores, TableShown

_TITLE, _SCRIPT = tag("h1", "Nightcrier"), tag("script", src="/page.js", defer=True)
_LOST = "lost"
_NO_FILES = FilesShown()


class PagePart(StrEnum):
    """The parts of the page. The parts are small, so that a touch on a card loads only the part with the cards."""

    TABLE = "/"
    DECK = "/deck"
    SCORES = "/scores"
    FILES = "/files"


_NAMES: Mapping[str, str] = {
    PagePart.TABLE: "menu.main",
    PagePart.DECK: "menu.roles",
    PagePart.SCORES: "menu.scores",
    PagePart.FILES: "net.files",
}


class PageWriter:
    """Writes the page in one language, for one phone. `mark` is the mark of the phone's pass, or "" for a phone without
    a pass. `draft` is what the phone has entered of a result. `files` is what the page shows about files. `refused` is
    the last form of the phone, if the box has refused that form."""

    def __init__(
        self,
        words: Mapping[str, str],
        language: Language,
        mark: str = "",
        draft: Mapping[str, str] = NO_FIELDS,
        files: FilesShown = _NO_FILES,
        refused: RefusedForm | None = None,
    ) -> None:
        self._words, self._language, self._forms = words, language, FormWriter(words, mark)
        self._draft, self._files, self._refused = draft, files, refused

    def entrance(self, *, wrong: str = "") -> Markup:
        """Return the page on which the code is typed. `wrong` is the key of the words that say why the last code was
        refused."""
        word = self._forms.word
        kinds = {"inputmode": "numeric", "autocomplete": "one-time-code", "pattern": "[\\p{Nd} ]{6,7}"}
        field = self._forms.entrance("net.code", "code", 7, **kinds)
        return self._page(_TITLE, self._forms.word_alert(wrong), tag("p", word("net.how")), field)

    def table(
        self,
        table: TableShown | None,
        offers: TableOffers | None,
        said: LineSaid | None = None,
        scores: TableScores | None = None,
        part: PagePart = PagePart.TABLE,
        roles: Sequence[RoleInPlay] = (),
    ) -> Markup:
        """Return one part of the page of the table. During the night, a dark page replaces every part and gives the
        reason."""
        if table is not None and table.phase is Phase.NIGHT:
            return self._page(tag("h1", self._forms.word("net.night")), listens=Phase.NIGHT)
        now = tag(
            "div", *(tag("p", line, dir=line_way(self._language, line)) for line in self.now(table, said)), id="now"
        )
        if table is not None and table.phase is Phase.HOME:
            below = self._at_home(table, offers, scores, part)
        else:
            shown = self._volume(table), self._in_a_game(table), roles_section(self._forms, roles)
            below = iter((self._alert(), *shown, self._leave_form()))
        return self._page(_TITLE, now, *below, listens=progress_of(table))

    def now(self, table: TableShown | None, said: LineSaid | None) -> list[str]:
        """Return the lines of the glass, who has won, and the line that was said last. Equal texts are returned once.
        Nothing is returned while the glass shows a code, or in a night."""
        if table is None:
            return [self._words["net.lost"]]
        if table.code or table.phase is Phase.NIGHT:
            return []
        won = ", ".join(person.name or self._forms.figures(person.person) for person in table.winners)
        winners = [self._words["verdict.winners"].format(seats=won)] if won else []
        return list(dict.fromkeys((*table.lines, *winners, *([said.text] if said else []))))

    def _in_a_game(self, table: TableShown | None) -> Markup:
        if table is None:
            return NO_MARKUP
        return question_section(self._forms, table.question, self._draft) or tag("p", self._forms.word("net.playing"))

    def _volume(self, table: TableShown | None) -> Markup:
        """Return the form for the loudness, or no form while the panel cannot change the loudness either."""
        if table is None or table.phase.refusal:
            return NO_MARKUP
        chosen = self._forms.numbers(range(1, table.ceiling + 1), str(table.loudness))
        field = self._forms.select("loudness", "loudness", chosen)
        return self._forms.wish("loudness", field, self._forms.word("loudness"))

    def _at_home(
        self, table: TableShown, offers: TableOffers | None, scores: TableScores | None, part: PagePart
    ) -> Iterator[Markup]:
        yield self._forms.links(_NAMES, part)
        if part is not PagePart.DECK:
            yield self._alert()
        match part:
            case PagePart.TABLE:
                yield self._volume(table)
                if offers is not None:
                    yield from scenario_section(self._forms, offers)
                    yield from people_section(self._forms, offers.people, self._refused)
                    yield from settings_section(self._forms, offers.settings)
                yield self._leave_form()
            case PagePart.DECK:
                yield from deck_section(self._forms, offers, self._alert())
                yield from names_section(self._forms, offers, self._refused)
            case PagePart.SCORES:
                yield from scores_section(self._forms, scores)
            case PagePart.FILES:
                yield from files_section(self._forms, self._files)
            case _:
                assert_never(part)

    def _alert(self) -> Markup:
        refused = self._refused
        return refusal_alert(self._forms, refused) if refused and "named" not in refused.fields else NO_MARKUP

    def _leave_form(self) -> Markup:
        return self._forms.form("/leave", NO_MARKUP, "net.leave")

    def _page(self, *main: Markup, listens: str | None = None) -> Markup:
        """Return a whole page. When the script of the page runs and the game is not at `listens` any more, the page is
        loaded again."""
        kind = "night" if listens == Phase.NIGHT else None
        return whole_page(self._language, _SCRIPT, *main, listens=listens, kind=kind)


def progress_of(table: TableShown | None) -> str:
    """Return a text for the stage of a game, which a page compares with a later text."""
    return table.phase if table else _LOST
