"""Makes the sentences of a call: a line of the file, or the house's line filled with names from the file, or else a
sentence in another language. A sentence never mixes languages."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial, reduce
from typing import TypeAlias, TypeVar

from msgspec import Struct

from nightcrier.box.games.engine.calls import is_called, is_many
from nightcrier.box.games.engine.model import CallRow, FileLine, FileWords, GameFile, Name, Selection
from nightcrier.kernel.ids import Language

House: TypeAlias = Mapping[str, str]
"""The lines of the house in one language. The id of a line for several people ends in `-many`."""
FIRST_LANGUAGE = Language("en")
_NAMING = {"mark": "who-is", "ask": "who-is", "unmark": "who-is-not"}
"""The house's lines for verbs that name whom to choose."""
_Made = TypeVar("_Made")


class MadeWhenAsked(Mapping[Language, _Made]):
    """Values for each of these languages, beginning with the best replacement for a missing language. A value is made
    when it is first asked for, because it may need the file of a language."""

    def __init__(self, languages: Sequence[Language], make: Callable[[Language], _Made]) -> None:
        self._languages, self._make = languages, cache(make)

    def __getitem__(self, language: Language) -> _Made:
        if language not in self._languages:
            raise KeyError(language)
        return self._make(language)

    def __iter__(self) -> Iterator[Language]:
        return iter(self._languages)

    def __len__(self) -> int:
        return len(self._languages)


class Sentence(Struct, frozen=True):
    """A spoken sentence, its language, and how a voice spells it if that differs. An empty `text` is not said."""

    text: str
    language: Language | None = None
    say: str = ""


PARTS = ("wake", "close")
"""The two lines of a call."""


class _Called(Struct, frozen=True):
    """Describes a call: whether it is for several people, whether they meet several, and whether those who copied them
    are called with them."""

    call: CallRow
    many: bool
    of_many: bool
    joined: bool


class Sayings(Struct, frozen=True):
    """Everything that is said in a game with one deck. `languages` are those of the table, in order."""

    game: GameFile
    deck: Collection[str]
    languages: Sequence[Language]
    house: Mapping[Language, House]

    def moment(self, moment: str) -> Sentence:
        """Return the sentence of the moment `open` or `dawn`."""
        return self._first_of(moment, lambda _, house: FileLine(house[moment]))

    def said(self, call: CallRow, part: str) -> Sentence:
        """Return the sentence for the `wake` or the `close` of a call."""
        of_many = call.meets is not None and self._is_many(call.meets.of)
        called = _Called(call, self._is_many(call.who), of_many, call.copied == "with" and call.do.verb != "rest")
        more = "copied-too" if called.joined and part == "wake" else ""
        return self._first_of(f"{call.id}.{part}", partial(_house_said, called, part), more)

    def copied(self, call: CallRow, part: str) -> Sentence:
        """Return the sentence for a Doppelganger who copied a role of this call, in her own call after it."""
        if part == "close":
            return self._first_of("", lambda _, house: _said(house, [_Filled("close", _copier(house))]))
        return self._first_of(
            "", lambda words, house: house_copied("copied-wake", name_of(words, house, call.id, call.who), house)
        )

    def _is_many(self, who: Selection | None) -> bool:
        return who is not None and is_many(self.game, who, self.deck)

    def _first_of(self, line: str, of_house: Callable[[FileWords, House], FileLine | None], more: str = "") -> Sentence:
        """Return the sentence in the first language that has it. `more` is what the house adds to a line of a file."""
        for language in languages_in_order(self.game, self.languages):
            words, house = self.game.words[language], self.house[language]
            own = words.lines.get(line)
            if own and more:
                added = _said(house, [_Filled(more, _copier(house))])
                say = f"{own.say or own.text} {added.say or added.text}" if own.say or added.say else ""
                own = FileLine(f"{own.text} {added.text}", say)
            said = own or of_house(words, house)
            if said:
                return Sentence(said.text, language, said.say)
        return Sentence("")


def languages_in_order(game: GameFile, languages: Sequence[Language]) -> list[Language]:
    """Return the languages of a file in the order in which to look for a sentence."""
    return [each for each in dict.fromkeys((*languages, FIRST_LANGUAGE, *game.words)) if each in game.words]


def languages_needed(game: GameFile, language: Language) -> Iterator[Language]:
    """Yield the languages of a file that a table of one language may have to read: each has something that the
    languages before it lack."""
    found = set[str]()
    for each in languages_in_order(game, (language,)):
        words = game.words[each]
        tables = words.lines, words.roles, words.sides, words.marks, words.calls
        named = {name for table in tables for name in table if ".other" not in name}
        if named - found:
            yield each
        found |= named


def can_say(words: FileWords, call: CallRow, part: str) -> bool:
    """Say whether a language has the `wake` or the `close` of a call: its own line, or all names that the house's line
    needs. The house has no line for people who rest."""
    needed = _named_in_wake(call) if part == "wake" else ((call.id, call.who),)
    of_house = call.do.verb != "rest" and all(has_name(words, *each) for each in needed)
    return of_house or f"{call.id}.{part}" in words.lines


def _named_in_wake(call: CallRow) -> tuple[tuple[str, Selection], tuple[str, Selection]]:
    """Return the called people, and those who show thumbs or point, each with the key of their name. If nobody else
    must be named, return the called people twice."""
    called = call.id, call.who
    if call.meets is None or call.meets.of is None:
        return called, called
    if call.meets.how == "thumbs":
        return called, (f"{call.id}.of", call.meets.of)
    return called, ("", Selection((call.meets.by or "",)))


def has_name(words: FileWords, key: str, who: Selection) -> bool:
    return bool(_names_of(words, key, who)[0])


def name_of(words: FileWords, house: House, key: str, who: Selection) -> Name | None:
    """Return the common name of these people: the name of the call, or else of their roles, or of the only role, side
    or mark. The house names the people who are left out, so that nobody else wakes."""
    names, taken = _names_of(words, key, who)
    if not names:
        return None
    named = _named_together(names, house)
    return _named_except(named, taken, house) if taken else named


def _names_of(words: FileWords, key: str, who: Selection) -> tuple[Sequence[Name], Sequence[Name]]:
    """Return the names of those who are called together, and of those left out, or no names if any is missing."""
    if key in words.calls:
        return (words.calls[key],), ()
    tables = words.roles, words.sides, words.marks
    called, taken = (
        [name for each in some for table in tables if (name := table.get(each))] for some in (who.names, who.taken)
    )
    names = words.groups.get(key, called if len(called) == len(who.names) == 1 else ())
    return (names, taken) if len(taken) == len(who.taken) else ((), ())


def _named_together(names: Iterable[Name], house: House, joint: str = "and") -> Name:
    forms = ((each.name, each.many or each.name, each.say or each.name) for each in names)
    name, many, say = (reduce(house[joint].format, form) for form in zip(*forms, strict=True))
    return Name(name, "" if many == name else many, "" if say == name else say)


def _named_except(named: Name, taken: Iterable[Name], house: House) -> Name:
    """Return a name that says who is left out. A deck may have several of those left out, so their plural is used."""
    left = _named_together([Name(each.many or each.name, say=each.many or each.say) for each in taken], house)
    name, many = (house["except"].format(name=text, taken=left.name) for text in (named.name, named.many))
    say = house["except"].format(name=named.say or named.name, taken=left.say or left.name)
    return Name(name, many if named.many else "", "" if say == name else say)


def _house_said(who: _Called, part: str, words: FileWords, house: House) -> FileLine | None:
    call, how = who.call, who.call.meets.how if who.call.meets else ""
    called, other = (name_of(words, house, *each) for each in _named_in_wake(call))
    if called is None or call.do.verb == "rest":
        return None
    if part == "close":
        away = [_Filled("away", called)] if how == "thumbs" else []
        return _said(house, [*away, _Filled("close", called, who.many, joined=who.joined)])
    if other is None:
        return None
    several = who.many or who.joined
    wake = {"eyes": "eyes" if several else "wake", "thumbs": "then", "pointed": "pointed"}.get(how, "wake")
    lines = [_Filled("thumbs", other, who.of_many)] if how == "thumbs" else []
    lines.append(_Filled(wake, called, who.many, other, who.joined))
    return _said(house, [*lines, *_doing(call, words, house, several)])


def _doing(call: CallRow, words: FileWords, house: House, several: bool = False) -> "list[_Filled]":
    """Return lines that say what called people do. They name whom people look for, or the mark, if it has a name."""
    do = call.do
    whom = (do.mark,) if do.verb in ("mark", "unmark") else (*do.learns,) if isinstance(do.learns, Selection) else ()
    name = _name_in(words, whom[0]) if len(whom) == 1 else None
    if name and do.verb in _NAMING:
        return [_Filled(_NAMING[do.verb], name, several)]
    return [_Filled(do.verb, Name(""), several)] if do.verb in house else []


def _name_in(words: FileWords, key: str) -> Name | None:
    return words.roles.get(key) or words.sides.get(key) or words.marks.get(key)


def names_to_make(game: GameFile, line: str, words: FileWords) -> Sequence[Name] | None:
    """Return the names from which the house makes the line of a mark, an election, an end or a role. Return None if one
    of them is missing."""
    kind, _, key = line.partition(".")
    match kind:
        case "mark":
            wanted = [words.marks.get(key)]
        case "end":
            wanted = [_name_in(words, name) for end in game.ends if end.id == key for name in end.wins]
        case "elect":
            wanted = [words.marks.get(row.mark) for row in game.elections if row.id == key]
        case "outcome":
            rows = [row for row in game.outcomes if row.guess and f"{row.id}.guess" == key]
            wanted = [_name_in(words, name) for row in rows if row.guess for name in (row.guess.by, *row.guess.of)]
        case _:
            wanted = [words.roles.get(key), words.sides.get(game.roles[key].side) if key in game.roles else None]
    found = [name for name in wanted if name]
    return found if len(found) == len(wanted) else None


def can_tell(game: GameFile, line: str, words: FileWords) -> bool:
    """Say whether a language has its own line for a mark, an end or a role, or can make it from names."""
    return line in words.lines or names_to_make(game, line, words) is not None


def told_line(game: GameFile, line: str, words: FileWords, house: House) -> FileLine:
    """Return a line in a language that `can_tell` it."""
    if own := words.lines.get(line):
        return own
    names, (kind, _, key) = names_to_make(game, line, words) or (), line.partition(".")
    if kind in ("mark", "elect"):
        return _said(house, [_Filled("you-are" if kind == "mark" else kind, names[0])])
    if kind == "outcome":
        return _said(house, [_Filled("name-whom", names[0], by=_named_together(names[1:], house))])
    if kind == "end":
        wins = next(end.wins for end in game.ends if end.id == key)
        return _said(house, [_Filled("winners", _winners(names, wins, house))]) if names else FileLine(house["nobody"])
    does = dict.fromkeys(
        part for call in game.calls if is_called(game, call.who, key) for part in _doing(call, words, house)
    )
    return _said(house, [_Filled("role-side", names[0], by=names[1]), *does])


def outcome_name(game: GameFile, outcome: str, words: FileWords, house: House) -> Name | None:
    """Return the name of an outcome: the file's own, or the name of those who win by it."""
    wins = next(row.wins for row in game.outcomes if row.id == outcome)
    names = [name for each in wins if (name := _name_in(words, each))]
    if own := words.outcomes.get(outcome):
        return own
    return _winners(names, wins, house) if len(names) == len((*wins,)) > 0 else None


def _winners(names: Sequence[Name], wins: Selection, house: House) -> Name:
    several = [Name(name.many or name.name, say=name.many or name.say) for name in names]
    named, taken = several[: len(wins.names)], several[len(wins.names) :]
    together = _named_together(named[:-1], house, "comma") if len(named) > 1 else named[0]
    together = _named_together([together, named[-1]], house) if len(named) > 1 else together
    return _named_except(together, taken, house) if taken else together


def house_copied(line: str, name: Name | None, house: House) -> FileLine | None:
    """Return what the house says to a Doppelganger who may be one of these people, or None if they have no name."""
    return _said(house, [_Filled(line, name, by=_copier(house))]) if name else None


def _copier(house: House) -> Name:
    return Name(house["doppelganger"], say=house.get("doppelganger-say", ""))


class _Filled(Struct, frozen=True):
    """A line of the house with the names that fill it. If `joined`, it also addresses those who copied these people."""

    line: str
    name: Name
    many: bool = False
    by: Name = Name("")
    joined: bool = False

    def text(self, house: House, *, aloud: bool) -> str:
        form = house.get(f"{self.line}-many" if self.many or self.joined else self.line, house[self.line])
        name = _shape(self.name, self.many, aloud) + (house["copied"] if self.joined else "")
        return form.format(name=name, by=_shape(self.by, False, aloud))


def _shape(name: Name, many: bool, aloud: bool) -> str:
    if many and name.many:
        return name.many
    return name.say if aloud and name.say else name.name


def _said(house: House, lines: Sequence[_Filled]) -> FileLine:
    shown, aloud = (" ".join(line.text(house, aloud=aloud) for line in lines) for aloud in (False, True))
    return FileLine(shown, "" if aloud == shown else aloud)


def notes_of(game: GameFile) -> Iterator[str]:
    """Yield a note for each line that one language writes itself and another takes from the house, for each name that
    one has and another lacks, and for each sentence that the house makes."""
    takes: dict[str, list[Language]] = {line: list(game.words) for line in ("open", "dawn")}
    for call in game.calls:
        for part in PARTS:
            able = [language for language, words in game.words.items() if can_say(words, call, part)]
            takes[f"{call.id}.{part}"] = able
    for line, able in takes.items():
        own = [language for language, words in game.words.items() if line in words.lines]
        if own and (house := [language for language in able if language not in own]):
            yield f"{line}: own in {', '.join(own)}, from the house in {', '.join(house)}"
    for table in ("roles", "sides", "marks", "switches"):
        for name in getattr(game, table):
            named = [language for language, words in game.words.items() if name in getattr(words, table)]
            if named and (bare := [language for language in game.words if language not in named]):
                yield f"{table}.{name}: named in {', '.join(named)}, not in {', '.join(bare)}"
    told = [f"mark.{mark.id}" for mark in game.marks.values() if mark.felt]
    told += [*(f"end.{end.id}" for end in game.ends), *(f"explain.{role}" for role in game.roles)]
    told += [f"outcome.{row.id}.guess" for row in game.outcomes if row.guess]
    told += [f"elect.{row.id}" for row in game.elections]
    for language, words in game.words.items():
        made = [line for line, languages in takes.items() if "." in line and language in languages]
        made += [line for line in told if can_tell(game, line, words)]
        yield from (f"words.{language}.lines.{line}: made by the house" for line in made if line not in words.lines)
