"""What every part of the page is written with: the words in one language, and forms that bear the mark of a phone's
pass. Whatever is told by the box or typed by somebody is text here, and nothing else."""

from collections.abc import Iterable, Mapping
from html import escape


class FormWriter:
    """In one language, for one phone: `mark` is that of its pass, empty for who was not let in."""

    def __init__(self, words: Mapping[str, str], mark: str = "") -> None:
        self._words, self._mark = words, mark

    def word(self, key: str, **gaps: str) -> str:
        """As text of the page; what goes into it is text too."""
        return escape(self.plain(key, **gaps))

    def plain(self, key: str, **gaps: str) -> str:
        """As the glass has it."""
        text = self._words.get(key, key)
        return text.format_map(gaps) if gaps else text

    def figures(self, number: float | str) -> str:
        """In the digits of the language, as on the glass."""
        digits = self._words["digits"]
        return "".join(digits[int(sign)] if sign in "0123456789" else sign for sign in str(number))

    def person(self, number: int, name: str) -> str:
        """By name, else by number; a name is set apart from what is written the other way."""
        return f"<bdi>{escape(name)}</bdi>" if name else self.word("seat", n=self.figures(number))

    def alert(self, text: str, named: str = "") -> str:
        """What is said at once to whoever hears the page; `text` is text of the page already."""
        place = f' id="{named}"' if named else ""
        return f'<p role="alert"{place}>{text}</p>'

    def alert_in_english(self, text: str) -> str:
        """What is seldom met, and has no words of the page."""
        return f'<p role="alert" lang="en" dir="ltr">{escape(text)}</p>'

    def wish(self, kind: str, fields: str, about: str, below: str = "") -> str:
        """Its button says what it sets, to whoever hears it."""
        return self.form("/wish", hidden_field("type", kind) + fields, "net.set", about, below)

    def form(self, action: str, fields: str, button: str, about: str = "", below: str = "") -> str:
        text = self.word(button)
        named = f' aria-label="{about}: {text}"' if about else ""
        return self.bare_form(action, f"{fields}<button{named}>{text}</button>{below}")

    def bare_form(self, action: str, fields: str, named: str = "") -> str:
        """With buttons of its own."""
        place = f' id="{named}"' if named else ""
        return f'<form method="post" action="{action}"{place}>{hidden_field("mark", self._mark)}{fields}</form>'

    def file_form(self, action: str, fields: str, button: str, about: str) -> str:
        """One that sends a file: its mark comes first."""
        text = self.word(button)
        sent = f'<form method="post" action="{action}" enctype="multipart/form-data">{hidden_field("mark", self._mark)}'
        return f'{sent}{fields}<button aria-label="{about}: {text}">{text}</button></form>'

    def numbers(self, numbers: Iterable[int], chosen: str) -> str:
        """To choose one of."""
        return options_of([(str(n), self.figures(n)) for n in numbers], chosen)

    def select(self, name: str, label: str, options: str) -> str:
        return f'<label>{self.word(label)}<select name="{name}">{options}</select></label>'


def options_of(values: Iterable[tuple[str, str]], chosen: str) -> str:
    return "".join(
        f"<option{_value(value, shown)}{' selected' if value == chosen else ''}>{escape(shown)}</option>"
        for value, shown in values
    )


def _value(value: str, shown: str) -> str:
    """None where a browser sends what it shows."""
    return "" if value == shown == " ".join(value.split()) else f' value="{escape(value)}"'


def hidden_field(name: str, value: str) -> str:
    return f'<input type="hidden" name="{name}" value="{escape(value)}">'
