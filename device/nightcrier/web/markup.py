"""Makes HTML as a type of its own. Only this file makes HTML. Plain text is escaped, so mypy can check what is put into
a page."""

import html
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

_ENDS = {**dict.fromkeys(("input", "link", "meta", "wbr"), ">"), **dict.fromkeys(("circle", "path", "use"), "/>")}
"""The ends of elements without content: `>` in HTML, and `/>` in a drawing."""


class Markup(str):
    """A part of a page. Plain text that is added to it is escaped. Other operations of `str` give plain text."""

    __slots__ = ()

    def __add__(self, other: str) -> "Markup":
        return join_markup((self, other))


def escape(text: str) -> Markup:
    """Return plain text as markup. Markup is returned unchanged."""
    return text if isinstance(text, Markup) else Markup(html.escape(text))


def join_markup(parts: Iterable[str], between: str = "") -> Markup:
    return Markup(escape(between).join(map(escape, parts)))


def tag(element: str, /, *inner: str, **attributes: str | int | None) -> Markup:
    """Return an element. An attribute that is None or False is left out, and an attribute that is True has no value.
    `class_` becomes `class`, and `aria_label` becomes `aria-label`. Values are quoted, and escaped even if they are
    markup."""
    head = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    return Markup(f"<{element}{head}{_ENDS.get(element) or f'>{join_markup(inner)}</{element}>'}")


def _attribute(key: str, value: str | int) -> str:
    if value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{html.escape(str(value))}"'


TOKENS = Path(__file__).parent / "files" / "tokens.css"
"""The names of the colors and sizes of all pages, including pages that no server sends."""
NO_MARKUP = Markup()
DOCTYPE = Markup("<!doctype html>")


def own_markup(file: Path) -> Markup:
    """Return the content of one of the program's own files as markup, unchanged."""
    return Markup(file.read_text("utf-8"))


def with_gaps(page: Markup, gaps: Mapping[str, str]) -> Markup:
    """Return the page with each gap `@name@` replaced by the text for that name. Each gap occurs once in the page."""
    filled: str = page
    for name, text in gaps.items():
        filled = filled.replace(f"@{name}@", escape(text), 1)
    return Markup(filled)


def script_constant(name: str, value: Any) -> Markup:
    """Return a line of JavaScript that defines a constant. Nothing in the value can end the script."""
    data = json.dumps(value, ensure_ascii=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    return Markup(f"const {name} = {data};")
