"""What every page of the organiser has: its head, the way its language is written, and what leads to the others."""

from html import escape

from device.kernel.ids import Language
from device.net.form_writer import FormWriter
from device.net.page_words import WRITTEN_LEFTWARD

_HEAD = (
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    '<title>Nightcrier</title><link rel="stylesheet" href="/page.css"><link rel="stylesheet" href="/hall.css">'
    '<script src="/hall.js" defer></script>'
)
_PAGES = {
    "/": "net.hall.tournament.tables",
    "/tournament": "net.hall.tournament.page",
    "/tournament/results": "net.hall.tournament.results",
}
_SHOWN = ' aria-current="page"'


def whole_page(language: Language, main: str, *, listens: bool = False) -> bytes:
    """`listens` where the script of the page is to keep it up to date."""
    way = "rtl" if language in WRITTEN_LEFTWARD else "ltr"
    marks = ' data-listens="yes"' if listens else ""
    return (
        f'<!doctype html><html lang="{language}" dir="{way}"><head>{_HEAD}</head>'
        f"<body{marks}><main>{main}</main></body></html>"
    ).encode()


def page_links(forms: FormWriter, here: str) -> str:
    """To all pages; the one that is shown is marked as that."""
    links = "".join(
        f'<a href="{place}"{_SHOWN if place == here else ""}>{forms.word(word)}</a>' for place, word in _PAGES.items()
    )
    return f"<nav>{links}</nav>"


def folded_section(name: str, title: str, content: str, *, is_open: bool) -> str:
    """What is seldom needed: one touch opens it."""
    state = " open" if is_open else ""
    return f'<details id="{name}"{state}><summary><h2>{title}</h2></summary>{content}</details>'


def isolated(name: str) -> str:
    """A foreign name inside a sentence that may be written the other way: set apart, as <bdi> does in HTML."""
    return f"\u2068{name}\u2069"


def english_text(text: str) -> str:
    """What is seldom met, and as the log has it."""
    return f'<bdi lang="en" dir="ltr">{escape(text)}</bdi>'


def shown_name(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"
