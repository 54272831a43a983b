"""Writes the page of a phone as HTML: what the table shows now, and a form for each thing that may be changed."""

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from math import ceil, floor

from nightcrier.kernel.ids import Language, Seconds
from nightcrier.phone.file_desk import FilesShown
from nightcrier.phone.form_wishes import KeptForm, refusal_alert
from nightcrier.phone.page_files import files_section
from nightcrier.phone.page_next_game import (
    floor_section,
    home_section,
    names_section,
    people_section,
    roles_section,
    settings_section,
)
from nightcrier.phone.page_results import question_section, scores_section
from nightcrier.web.forms import FormWriter, hidden_field, line_way, switch, whole_page
from nightcrier.web.markup import NO_MARKUP, Markup, escape, tag
from nightcrier.wire.public_record import LineSaid, Phase, RoleInPlay, TableOffers, TableScores, TableShown

_TITLE, _SCRIPT = tag("h1", "Nightcrier"), tag("script", src="/page.js", defer=True)
_NO_FILES = FilesShown()


class PagePart(StrEnum):
    """The parts of the page: the table itself, and the parts that its one button opens."""

    TABLE = "/"
    GAME = "/settings"
    SOUND = "/sound"
    GLASS = "/screen"
    PEOPLE = "/people"
    NAMES = "/names"
    SCORES = "/scores"
    FILES = "/files"


_WORDS = "Nightcrier", "net.game", "menu.sound", "menu.glass", "menu.people", "net.names", "menu.scores", "net.files"
_NAMES: Mapping[str, str] = dict(zip(PagePart, _WORDS, strict=True))
_MENUS = dict.fromkeys(("sound", "sounds"), PagePart.SOUND) | dict.fromkeys(
    ("glass", "languages", "device"), PagePart.GLASS
)
"""The menus whose settings have parts of their own. All other settings are with the game."""


class PageWriter:
    """Writes the page in one language, for one phone. `mark` is the mark of the phone's pass, or "" for a phone without
    a pass. `files` is what the page shows about files. `kept` is the last form of the phone, if the box has refused
    that form, or if it is a part of a result."""

    def __init__(
        self,
        words: Mapping[str, str],
        language: Language,
        mark: str = "",
        files: FilesShown = _NO_FILES,
        kept: KeptForm | None = None,
    ) -> None:
        self._words, self._language, self._forms = words, language, FormWriter(words, mark)
        self._kept, self._files = kept, files
        self._alert = refusal_alert(self._forms, kept) if kept and "named" not in kept.fields else NO_MARKUP

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
        time: Seconds = 0.0,
    ) -> Markup:
        """Return one part of the page of the table. During the night, a dark page with only the name of the box
        replaces every part. `time` is the present time."""
        phase = table.phase if table else None
        if phase is Phase.NIGHT:
            return self._page(_TITLE, listens=Phase.NIGHT)
        lines = (tag("p", line, dir=line_way(self._language, line)) for line in self.now(table, said))
        now = tag("div", *lines, id="now")
        if table is None:
            below = iter((_TITLE, now))
        elif phase is Phase.HOME:
            below = self._at_home(offers, scores, part, now)
        else:
            talk = self._talk(table, time) + floor_section(self._forms, table.speakers, table.speaks)
            below = self._in_a_game(table, talk + roles_section(self._forms, roles), now)
        return self._page(*below, listens=progress_of(table))

    def now(self, table: TableShown | None, said: LineSaid | None) -> list[str]:
        """Return the lines of the glass that the page does not draw in another way, who has won, and the line that was
        said last. Equal texts are returned once. Nothing is returned while the glass shows a code, or in a night."""
        if table is None:
            return [self._words["net.lost"]]
        if table.code or table.phase is Phase.NIGHT or table.page == "home":
            return []
        won = ", ".join(person.name or self._forms.figures(person.person) for person in table.winners)
        winners = [self._words["verdict.winners"].format(seats=won)] if won else []
        told = [said.text] if said and table.phase is not Phase.VOTE else []
        is_drawn = table.page == "day" or table.question is not None
        lines = () if is_drawn else table.lines
        return list(dict.fromkeys((*lines, *winners, *told)))

    def _in_a_game(self, table: TableShown, talk: Markup, now: Markup) -> Iterator[Markup]:
        asked = table.question.text if table.question else ""
        yield (tag("h1", asked) if asked else _TITLE) + self._alert + talk
        yield question_section(self._forms, table.question, self._kept) if table.question else now
        if table.phase in {Phase.CARDS, Phase.ASKED} and not table.question:
            yield tag("p", self._forms.word("net.playing"))
        if table.phase.refusal is None:
            loudness = self._forms.numbers(range(1, table.ceiling + 1), str(table.loudness))
            field = self._forms.select("loudness", "loudness", loudness)
            yield self._forms.wish("loudness", field, self._forms.word("loudness"))

    def _talk(self, table: TableShown, time: Seconds) -> Markup:
        """Return the clock of a talk, which the script keeps running; the time that is left as a bar, whose full length
        the script remembers; a button for another minute; and the switch that stops the clock. Return nothing while
        nobody talks."""
        clock, word = table.clock, self._forms.word
        if clock is None or table.phase is not Phase.DAY:
            return NO_MARKUP
        runs, past = clock.zero is not None, (clock.zero or 0.0) - time
        left = max(0, (floor(-past) if clock.up else ceil(past)) if runs else round(clock.left))
        way, shown = ("up" if clock.up else "down") if runs else None, f"{left // 60}:{left % 60:02}"
        digits = {"data_seconds": left, "data_way": way, "data_digits": self._words["digits"]}
        bar = tag("progress", max=max(left, 1), value=left, aria_label=word("net.left"))
        stops = switch("paused", escape(word("paused")), not runs, ("false", "true"))
        minute, told = self._forms.figures("+1:00"), word("net.left")
        more = tag("button", minute, name="type", value="minute", dir="ltr", aria_label=f"{told}: {minute}")
        below = NO_MARKUP if clock.up else bar if table.speakers else bar + self._forms.bare_form("/wish", more)
        shown_clock = tag("p", self._forms.figures(shown), id="clock", **digits) + below
        return shown_clock + self._forms.bare_form("/wish", hidden_field("type", "pause") + stops)

    def _at_home(
        self, offers: TableOffers | None, scores: TableScores | None, part: PagePart, now: Markup
    ) -> Iterator[Markup]:
        if part is PagePart.TABLE or offers is None:
            yield from home_section(self._forms, offers, self._alert) if offers else (_TITLE, self._alert)
            yield now
            return
        yield tag("h1", self._forms.word(_NAMES[part]))
        unnamed = () if offers.names else (PagePart.NAMES,)
        yield self._forms.links({place: word for place, word in _NAMES.items() if place not in unnamed}, part)
        yield self._alert
        match part:
            case PagePart.PEOPLE:
                yield from people_section(self._forms, offers.people, self._kept)
            case PagePart.NAMES if offers.names:
                yield from names_section(self._forms, offers, self._kept)
            case PagePart.SCORES:
                yield from scores_section(self._forms, scores)
            case PagePart.FILES:
                yield from files_section(self._forms, self._files)
            case _:
                here = [each for each in offers.settings if _MENUS.get(each.menu, PagePart.GAME) is part]
                yield from settings_section(self._forms, here)
                yield self._forms.form("/leave", NO_MARKUP, "net.leave")

    def _page(self, *main: Markup, listens: str | None = None) -> Markup:
        """Return a whole page. If the page's script finds that the game is no longer at `listens`, it reloads the
        page."""
        return whole_page(self._language, _SCRIPT, *main, listens=listens)


def progress_of(table: TableShown | None) -> str:
    """Return a text for the stage of a game and its question or speaker. The page compares it with a later text."""
    at = table.question.at if table and table.question else table.speaks if table and table.speakers else ""
    return f"{table.phase} {at}".rstrip() if table else "lost"
