"""Reads the words of a file, and looks for what its first language lacks."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from nightcrier.box.games.engine.model import CallRow, EndRow, FileLine, FileWords, Name
from nightcrier.box.games.engine.parts import FilePart, near_name
from nightcrier.box.games.engine.reading_calls import Known
from nightcrier.box.games.engine.sayings import has_close, has_name, has_wake
from nightcrier.kernel.ids import Language

_LONGEST_NAME, _LONGEST_LINE = 40, 400
_QUOTES = 'an id with a dot stands in quotes, as in "fox.wake" = "..."'
_MOMENTS = ("open", "dawn", "day", "vote", "explain")


def read_words(
    top: FilePart, known: Known, calls: Sequence[CallRow], ends: Sequence[EndRow], languages: Collection[str]
) -> Mapping[Language, FileWords]:
    """Read the words of all languages, of which the box knows `languages`."""
    part, found = top.part("words"), dict[Language, FileWords]()
    named = {
        "roles": known.roles,
        "sides": known.sides,
        "marks": known.marks,
        "calls": {*(call.id for call in calls), *(f"{call.id}.of" for call in calls)},
        "switches": known.switches,
    }
    lines = set(_line_ids(known, calls, ends))
    for language in part.left:
        if language not in languages:
            raise part.fault(f"must be a language of the box: {', '.join(languages)}", language)
        found[Language(language)] = _read_language(part.part(language), named, lines)
    if not found:
        raise part.fault("must have one language at least")
    return found


def _line_ids(known: Known, calls: Sequence[CallRow], ends: Sequence[EndRow]) -> Iterator[str]:
    yield from _MOMENTS
    for call in calls:
        yield from (f"{call.id}.wake", f"{call.id}.close")
    yield from (f"mark.{mark}" for mark in known.marks)
    yield from (f"end.{end.id}" for end in ends)
    yield from (f"explain.{role}" for role in known.roles)


def _read_language(part: FilePart, named: Mapping[str, Collection[str]], lines: Collection[str]) -> FileWords:
    tables = {table: dict(_read_names(part, table, ids)) for table, ids in named.items()}
    words = FileWords(
        name=read_name(part, "name") if "name" in part else None,
        about=part.text("about", 400, ""),
        **tables,
        groups={},
        lines=dict(_read_lines(part, lines)),
    )
    part.close()
    return words


def _read_names(part: FilePart, table: str, ids: Collection[str]) -> Iterator[tuple[str, Name]]:
    for inside, key in _entries(part, table):
        if key not in ids:
            raise inside.fault(f"names nothing in this file{near_name(key, ids)}", key)
        yield key, read_name(inside, key)


def read_name(part: FilePart, key: str) -> Name:
    """Take a name, or a table with a name and its forms."""
    read = _text_or_table(part, key, "name", _LONGEST_NAME)
    name = Name(
        *(read.text(each, _LONGEST_NAME, *default) for each, *default in (("name",), ("many", ""), ("say", "")))
    )
    read.close()
    return name


def _read_lines(part: FilePart, ids: Collection[str]) -> Iterator[tuple[str, FileLine]]:
    for inside, key in _entries(part, "lines"):
        if key not in ids:
            raise inside.fault(f"is no line of this game{near_name(key, ids) or f'; {_QUOTES}'}", key)
        read = _text_or_table(inside, key, "text", _LONGEST_LINE)
        yield key, FileLine(read.text("text", _LONGEST_LINE), read.text("say", _LONGEST_LINE, ""))
        read.close()


def _entries(part: FilePart, table: str) -> Iterator[tuple[FilePart, str]]:
    """Yield each key of a table that may be missing, with the table."""
    if table in part:
        inside = part.part(table)
        yield from ((inside, key) for key in inside.left)


def _text_or_table(part: FilePart, key: str, first: str, most: int) -> FilePart:
    """Take a text, or a table that has a text with the name `first`."""
    plain = part.take(key)
    if isinstance(plain, dict) and first not in plain:
        raise part.fault(f"must be a text, or a table with {first}; {_QUOTES}", key)
    if not isinstance(plain, dict):
        FilePart(part.file, part.key, {key: plain}).text(key, most)
    return FilePart(part.file, f"{part.key}.{key}", plain if isinstance(plain, dict) else {first: plain})


def check_first_language(
    top: FilePart, words: Mapping[Language, FileWords], own: Collection[str], calls: Sequence[CallRow]
) -> None:
    """Refuse a file whose first language lacks its name, the name of one of its `own` roles, or how to say a call."""
    language, first = next(iter(words.items()))
    where = f"words.{language}"
    if first.name is None:
        raise top.fault("is missing", f"{where}.name")
    for role in own:
        if role not in first.roles:
            raise top.fault("is missing: the first language names all roles", f"{where}.roles.{role}")
    for call in calls:
        if call.copied == "after" and not has_name(first, call.id, call.who):
            why = "is missing: the house calls whoever copied them by that name"
            raise top.fault(why, f"{where}.calls.{call.id}")
        if call.do.verb != "rest" and not (has_wake(first, call) and has_close(first, call)):
            name = f"{call.id}.of" if has_name(first, call.id, call.who) else call.id
            why = f'is missing: give them a name there, "{name}" = "...", or write the lines "{call.id}.wake" and '
            why += f'"{call.id}.close"'
            raise top.fault(why, f"{where}.calls.{call.id}")
