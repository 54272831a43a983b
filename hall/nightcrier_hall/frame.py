"""Writes the frame of every page of the organizer: the head, and a writer of forms."""

from collections.abc import Mapping

from nightcrier.kernel.ids import Language
from nightcrier.web.forms import FormWriter, whole_page
from nightcrier.web.markup import Markup, tag

_LINKS = tag("link", rel="stylesheet", href="/hall.css") + tag("script", src="/hall.js", defer=True)


class HallForms(FormWriter):
    """Writes forms in one language for one organizer. `mark` is the mark of the organizer's pass, or "" without a
    pass."""

    def __init__(self, words: Mapping[str, str], language: Language, mark: str = "") -> None:
        super().__init__(words, mark)
        self.mark, self.language = mark, language

    def page(self, *main: Markup, listens: bool = False) -> Markup:
        """Write a whole page. With `listens`, a script keeps the page up to date."""
        return whole_page(self.language, _LINKS, *main, listens="yes" if listens else None)


def isolate(name: str) -> str:
    """Isolate a foreign name in a sentence that is written in the other direction, like <bdi> in HTML."""
    return f"\u2068{name}\u2069"


def name_markup(name: str) -> Markup:
    return tag("bdi", name)


class NotSent(Exception):
    """Raised when a form is refused. `word` is the key of the words that say what the organizer has to do instead."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word
