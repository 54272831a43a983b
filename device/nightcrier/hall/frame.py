"""Writes the frame of every page of the organiser: the head, the links to the other pages, and a writer of forms."""

from collections.abc import Mapping

from nightcrier.kernel.ids import Language
from nightcrier.web.forms import FormWriter, whole_page
from nightcrier.web.markup import Markup, tag

_LINKS = tag("link", rel="stylesheet", href="/hall.css") + tag("script", src="/hall.js", defer=True)
_PAGES = {
    "/": "net.hall.tournament.tables",
    "/tournament": "net.hall.tournament.page",
    "/tournament/results": "net.hall.tournament.results",
}


class HallForms(FormWriter):
    """Writes forms in one language for one organiser. `mark` is the mark of the organiser's pass, or "" without a
    pass."""

    def __init__(self, words: Mapping[str, str], language: Language, mark: str = "") -> None:
        super().__init__(words, mark)
        self.mark, self.language = mark, language

    def page(self, *main: Markup, listens: bool = False) -> Markup:
        """Write a whole page. With `listens`, a script keeps the page up to date."""
        return whole_page(self.language, _LINKS, *main, listens="yes" if listens else None)

    def page_links(self, here: str) -> Markup:
        return self.links(_PAGES, here)


def details_section(name: str, title: str, *content: Markup, is_open: bool) -> Markup:
    """Write a folded part of the page that people seldom need. One touch opens the part."""
    return tag("details", tag("summary", tag("h2", title)), *content, id=name, open=is_open)


def isolate(name: str) -> str:
    """Isolate a foreign name in a sentence that is written in the other direction, as <bdi> does in HTML."""
    return f"\u2068{name}\u2069"


def name_markup(name: str) -> Markup:
    return tag("bdi", name)


class NotSent(Exception):
    """Raised when a form is refused. `word` is the key of the words that say what the organiser has to do instead, and
    `gaps` fill the gaps in these words."""

    def __init__(self, word: str, **gaps: str) -> None:
        super().__init__(word)
        self.word, self.gaps = word, gaps
