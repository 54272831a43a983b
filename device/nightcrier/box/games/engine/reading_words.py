"""Reads the words of a file, and reports what its first language lacks."""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from nightcrier.box.games.engine.extended import roles_of
from nightcrier.box.games.engine.model import FileLine, FileWords, GameFile, Name
from nightcrier.box.games.engine.parts import FilePart
from nightcrier.box.games.engine.sayings import PARTS, can_say, has_name
from nightcrier.kernel.errors import near_word
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.kernel.reading import check_form

_Text = TypeVar("_Text", Name, FileLine)
_LONGEST_NAME, _LONGEST_LINE = 40, 400
_QUOTES = 'an id with a dot stands in quotes, as in "fox.wake" = "..."'
_NAMED = ("calls", "roles", "sides", "marks", "switches", "outcomes")
_Ids: TypeAlias = Collection[str] | None
_OF_SEATS = ("floor", "warn", "over", "defence", "lift", "last-words")
_SEAT = re.compile(r"\{seat\}[\s,:\u3001\u060c\uff0c\uff1a]*")
_MOMENTS = ("open", "dawn", "day", "vote", "explain")


def read_words(top: FilePart, game: GameFile | None, languages: Collection[str]) -> Mapping[Language, FileWords]:
    """Read the words of all languages in a file. `languages` are those of the box. The words are checked against the
    names in the game; without a game they may name anything."""
    named, lines = _named_in(game) if game else (dict.fromkeys(_NAMED), None)
    for language in [each for each in top.table if each not in languages]:
        top.note(f"must be a language of the box: {', '.join(languages)}", language)
    if not (top.table or top.faults):
        raise top.fault("must have one language at least")
    return {Language(language): _read_language(top.part(language), named, lines) for language in top.table}


def _named_in(game: GameFile) -> tuple[Mapping[str, Collection[str]], Collection[str]]:
    """Return the ids that may have a name, and the ids of all lines."""
    calls = [call.id for call in game.calls]
    named: dict[str, Collection[str]] = {"calls": {*calls, *(f"{call}.of" for call in calls)}, "roles": roles_of(game)}
    named |= {"sides": game.sides, "marks": game.marks, "switches": game.switches}
    named["outcomes"] = [row.id for row in game.outcomes]
    lines = {*_MOMENTS, *(f"{call}.{part}" for call in calls for part in (*PARTS, "rule"))}
    lines |= {*(f"mark.{mark}" for mark in game.marks), *(f"end.{end.id}" for end in game.ends)}
    lines |= {f"explain.{role}" for role in named["roles"]} | {f"outcome.{row}.guess" for row in named["outcomes"]}
    lines |= {*lines_of_seats(game), *(f"elect.{row.id}" for row in game.elections)}
    lines.update(*map(other_phrasings, phrased_lines(game)))
    return named, lines


def lines_of_seats(game: GameFile) -> Sequence[str]:
    """Return the lines of a led day that a file may replace. They are said after the name of a seat, which is written
    as {seat} at their beginning."""
    return (*_OF_SEATS, *(f"leave.{row.id}" for row in game.leaves))


def phrased_lines(game: GameFile) -> tuple[LineId, ...]:
    """Return the lines that a file may have in several phrasings."""
    return (*map(LineId, ("open", "dawn", "day")), *(LineId(f"end.{end.id}") for end in game.ends))


def _read_language(part: FilePart, named: Mapping[str, _Ids], lines: _Ids) -> FileWords:
    part.only(("name", "about", "lines", *named))
    part.check_text("about", 400)
    tables: dict[str, Any] = {table: _read_texts(part.part(table), ids, Name) for table, ids in named.items()}
    name = read_text(part, "name", Name) if "name" in part.table else None
    read = _read_texts(part.part("lines"), lines, FileLine)
    said = {key: _without_seat(part.part("lines"), key, line) for key, line in read.items()}
    return FileWords(name, part.table.get("about", ""), lines=said, **tables)


def _without_seat(part: FilePart, key: str, line: FileLine) -> FileLine:
    """Return a line of a led day without the {seat} at its beginning, because the box always says the seat before
    it."""
    if key not in _OF_SEATS and not key.startswith("leave."):
        return line
    text, say = (_SEAT.sub("", each, count=1) if _SEAT.match(each) else each for each in (line.text, line.say))
    if "{" in text + say or "}" in text + say:
        part.note("may have {seat} at its beginning, and no other brace", key)
    elif not text.strip():
        part.note("must say something after {seat}", key)
    return FileLine(text, say)


def _read_texts(part: FilePart, ids: _Ids, kind: type[_Text]) -> Mapping[str, _Text]:
    ids = part.table.keys() if ids is None else ids
    for key in [each for each in part.table if each not in ids]:
        near = near_word(key, part.few(ids))
        line = f"is no line of this game{near or f'; {_QUOTES}'}"
        part.note(f"names nothing in this file{near}" if kind is Name else line, key)
    return {key: read_text(part, key, kind) for key in [*part.table]}


def read_text(part: FilePart, key: str, kind: type[_Text]) -> _Text:
    """Return a name or a line, which is written as a text, or as a table with a text and its forms."""
    plain, forms, most = part.table[key], kind.__struct_fields__, _LONGEST_NAME if kind is Name else _LONGEST_LINE
    if not isinstance(plain, dict):
        part.check_text(key, most)
        return kind(plain)
    if forms[0] not in plain:
        part.note(f"must be a text, or a table with {forms[0]}; {_QUOTES}", key)
        return kind("")
    inside = part.part(key)
    for form in forms:
        inside.check_text(form, most)
    return check_form(plain, kind, part.file, inside.key)


def check_first_language(top: FilePart, game: GameFile) -> None:
    """Refuse a game whose first language lacks its name, the name of one of its roles, or a way to say a call."""
    language, first = next(iter(game.words.items()))
    where = f"words.{language}"
    if first.name is None:
        raise top.fault("is missing", f"{where}.name")
    for role in game.roles:
        if role not in first.roles:
            raise top.fault("is missing: the first language names all roles", f"{where}.roles.{role}")
    for call in game.calls:
        if call.copied == "after" and not has_name(first, call.id, call.who):
            why = "is missing: the house calls whoever copied them by that name"
            raise top.fault(why, f"{where}.calls.{call.id}")
        if call.do.verb != "rest" and not all(can_say(first, call, part) for part in PARTS):
            name = f"{call.id}.of" if has_name(first, call.id, call.who) else call.id
            why = f'is missing: give them a name there, "{name}" = "...", or write the lines "{call.id}.wake" and '
            why += f'"{call.id}.close"'
            raise top.fault(why, f"{where}.calls.{call.id}")
