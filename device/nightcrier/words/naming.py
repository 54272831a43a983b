"""Says lines that speak of people: all of them by name, or all by number.

What leads to a number says "seat"; where a name stands in its place, the line `<line>.named` is said instead. One that
is empty is left out."""

import re
from collections.abc import Mapping, Sequence

from nightcrier.kernel.ids import Language, LineId, name_line, number_line
from nightcrier.words.catalogue import LAST_RESORT, Words

_OFFERED = "people.fancy"
_PEOPLE = frozenset({"seat", "person"})
_BETWEEN_COMMAS = re.compile(r"[^,]+")


def names_on_offer(words: Words, language: Language) -> tuple[str, ...]:
    """Return names of animals and colours, for people who do not spell theirs. Every voice of the language can say
    them."""
    return tuple(_BETWEEN_COMMAS.findall(words.screen(language, _OFFERED))) if words.has(_OFFERED) else ()


def by_number(line: LineId) -> LineId:
    """A seat, or somebody of the evening, by number; every other line as it is."""
    table, _, number = line.partition(".")
    return number_line(int(number)) if table in _PEOPLE else line


def ways_by_name(words: Words, names: Mapping[int, str], line: LineId) -> Sequence[LineId]:
    """The ways to say it where these are the names, the best first; none where nothing is said."""
    table, _, number = line.partition(".")
    if table in _PEOPLE:
        return name_line(names[int(number)]), by_number(line)
    other = LineId(f"{line}.named")
    named = words.line(LAST_RESORT, other)
    if named is None:
        return (line,)
    return (other, line) if named.text else ()
