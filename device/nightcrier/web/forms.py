"""Writes the parts of every page: the words in one language, and forms that contain the mark of a pass."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from unicodedata import bidirectional

from nightcrier.kernel.ids import Language
from nightcrier.web.exchange import STYLES
from nightcrier.web.markup import DOCTYPE, NO_MARKUP, Markup, escape, join_markup, tag
from nightcrier.wire.orders import Order
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, UNHEARD
from nightcrier.words.shelf import read_words

_KINDS = ("net.", "game.", "menu.", "people.", "score.", "help.score.", "stick.", "help.stick.")
_SINGLE = frozenset(
    (
        *("ask.dead", "digits", "home.players", "key.more", "nobody", "seat", "switch.off", "switch.on"),
        *("verdict.winners", "welcome.start", "who.newcomer", *(order.word for order in Order)),
    )
)
WRITTEN_LEFTWARD = frozenset({"fa"})


@lru_cache(maxsize=len(LANGUAGES))
def words_of_page(folder: Path, language: Language) -> Mapping[str, str]:
    """Return the words of the page by their keys, in English if the language lacks a word. Raises BadFile."""
    screen = {**read_words((folder,), LAST_RESORT).screen, **read_words((folder,), language).screen}
    return {key: text.translate(UNHEARD) for key, text in screen.items() if key.startswith(_KINDS) or key in _SINGLE}


def wanted_language(accepted: str) -> Language:
    for asked in accepted[:200].split(","):
        code = asked.partition(";")[0].strip().lower()
        for language in LANGUAGES:
            if code.partition("-")[0] == language.partition("-")[0].lower():
                return language
    return LAST_RESORT


NO_FIELDS: Mapping[str, str] = {}
_HEAD = (
    tag("meta", charset="utf-8")
    + tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    + tag("title", "Nightcrier")
    + join_markup(tag("link", rel="stylesheet", href=path) for path in STYLES)
)


class FormWriter:
    """Writes words and forms in one language, for one phone. `mark` is the mark of the phone's pass, or "" without a
    pass."""

    def __init__(self, words: Mapping[str, str], mark: str = "") -> None:
        self._words, self._mark = words, mark

    def word(self, key: str, **gaps: str) -> str:
        """Return the text for a key of the page's words, as plain text. A game in a file has no word there, so its id
        is returned."""
        text = self._words.get(key, key.removeprefix("game."))
        return text.format_map(gaps) if gaps else text

    def game(self, game: str, title: str) -> str:
        """Return the name of a game. A game in a file has no word on the page, so its name is the title of its one
        scenario."""
        return self._words.get(f"game.{game}", title)

    def figures(self, number: float | str) -> str:
        """Return a number in the digits of the language."""
        digits = self._words["digits"]
        return "".join(digits[int(sign)] if sign in "0123456789" else sign for sign in str(number))

    def person(self, number: int, name: str) -> Markup:
        """Return the name of a person, or the number if there is no name. A name is isolated from text in the other
        direction."""
        return tag("bdi", name) if name else escape(self.called(number, name))

    def called(self, number: int, name: str) -> str:
        return name or self.word("seat", n=self.figures(number))

    def word_alert(self, word: str, **gaps: str) -> Markup:
        """Return the text for a key as an alert, or nothing if the key is ""."""
        return self.alert(self.word(word, **gaps)) if word else NO_MARKUP

    def alert(self, text: str, named: str | None = None) -> Markup:
        """Return a text as an alert, which a screen reader reads at once."""
        return tag("p", text, role="alert", id=named)

    def wish(self, kind: str, fields: Markup, about: str, below: Markup = NO_MARKUP) -> Markup:
        """Return the form of a wish. A screen reader reads `about` together with the button."""
        return self.form("/wish", hidden_field("type", kind) + fields, "net.set", about, below)

    def form(
        self,
        action: str,
        fields: Markup,
        button: str,
        about: str = "",
        below: Markup = NO_MARKUP,
        kind: str | None = None,
    ) -> Markup:
        """Return a form with one button. A screen reader reads `about` together with the button."""
        text = self.word(button)
        sends = tag("button", text, aria_label=f"{about}: {text}" if about else None)
        return self.bare_form(action, fields + sends + below, kind=kind)

    def bare_form(
        self, action: str, fields: Markup = NO_MARKUP, named: str | None = None, kind: str | None = None
    ) -> Markup:
        """Return a form without a button of its own. `fields` contain the buttons."""
        mark = hidden_field("mark", self._mark)
        return tag("form", mark, fields, method="post", action=action, id=named, enctype=kind)

    def file_form(self, action: str, label: str, kinds: str) -> Markup:
        """Return a form that sends a file of these kinds. The mark of the pass is sent before the file."""
        file = tag("input", type="file", name="file", accept=kinds, required=True)
        field = tag("label", self.word(label), file)
        return self.form(action, field, "net.file.go", self.word(label), kind="multipart/form-data")

    def links(self, named: Mapping[str, str], here: str) -> Markup:
        """Return links to all pages. `named` holds the key of the words for each path. The link to the current page is
        marked."""
        links = (
            tag("a", self.word(word), href=place, aria_current="page" if place == here else None)
            for place, word in named.items()
        )
        return tag("nav", *links)

    def entrance(self, label: str, name: str, most: int, **more: str) -> Markup:
        """Return the form for a code or a password. The form has no mark, because the phone has no pass yet."""
        field = tag("input", name=name, **more, maxlength=most, required=True, dir="ltr")
        typed = tag("label", self.word(label), field)
        keeps, sends = tick("keep", self.word("net.keep")), tag("button", self.word("net.enter"))
        return tag("form", typed, keeps, sends, method="post", action="/enter")

    def numbers(self, numbers: Iterable[int], chosen: str) -> Markup:
        return options_of([(str(n), self.figures(n)) for n in numbers], chosen)

    def select(self, name: str, label: str, options: Markup) -> Markup:
        return tag("label", self.word(label), tag("select", options, name=name))


def options_of(values: Iterable[tuple[str, str]], chosen: str) -> Markup:
    return join_markup(tag("option", shown, value=value, selected=value == chosen) for value, shown in values)


def hidden_field(name: str, value: str) -> Markup:
    return tag("input", type="hidden", name=name, value=value)


def tick(
    name: str, text: str, value: str = "yes", *, kind: str = "checkbox", checked: bool = False, required: bool = False
) -> Markup:
    box = tag("input", type=kind, name=name, value=value, checked=checked, required=required)
    return tag("label", box, text, class_="row")


def text_field(name: str, typed: str, most: int, **more: str) -> Markup:
    text = {"dir": "auto", "autocomplete": "off"}
    return tag("input", name=name, **more, **text, maxlength=most, value=typed)


def fieldset(title: str, *fields: Markup) -> Markup:
    return tag("fieldset", tag("legend", title), *fields)


def pressable(*inner: str, is_on: bool, **sent: str | None) -> Markup:
    return tag("button", *inner, **sent, aria_pressed="true" if is_on else "false")


def switch(name: str, label: Markup, is_on: bool, values: Sequence[str], **named: str | None) -> Markup:
    """Return a switch. A touch sends the other value, out of the values for off and on."""
    state = {"name": name, "value": values[not is_on], "aria_checked": "true" if is_on else "false"}
    return tag("button", label, role="switch", **state, **named)


def drawing(path: str) -> Markup:
    """Return the drawing of a sign, hidden from screen readers because its name is beside it."""
    return tag("svg", tag("path", d=path), viewBox="0 0 240 240", aria_hidden="true") if path else NO_MARKUP


def line_way(language: Language, line: str) -> str:
    """Return the direction of a line. A Persian sentence may begin with the Latin name of a control, and a browser that
    uses the first letter puts the parts of such a line in the wrong order."""
    leftward = language in WRITTEN_LEFTWARD and any(bidirectional(letter) in {"R", "AL"} for letter in line)
    return "rtl" if leftward else "auto"


def whole_page(language: Language, links: Markup, *main: Markup, listens: str | None = None) -> Markup:
    """Return a whole page. `links` are the page's own scripts and styles. The script loads the page again if the server
    sends a value other than `listens`. `listens` is None for a page that is not kept up to date."""
    way = "rtl" if language in WRITTEN_LEFTWARD else "ltr"
    body = tag("body", tag("main", *main), class_=listens, data_listens=listens)
    return DOCTYPE + tag("html", tag("head", _HEAD, links), body, lang=language, dir=way)
