"""Finds the texts shown and said for a game in a file, in each language that has them, and the lines that people may
record for it. The lines have their own names; a built-in recording is played only if it says the same text."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.games.engine.decks import forms_in_decks
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.games.engine.line_ids import FORMS, call_line, file_line, word_of
from nightcrier.box.games.engine.model import CallRow, FileLine, FileWords, GameFile, Name, Selection
from nightcrier.box.games.engine.reading_words import lines_of_seats, phrased_lines
from nightcrier.box.games.engine.sayings import (
    PARTS,
    House,
    MadeWhenAsked,
    Sayings,
    can_say,
    can_tell,
    has_name,
    languages_in_order,
    name_of,
    outcome_name,
    told_line,
)
from nightcrier.box.games.engine.verbs import VERBS
from nightcrier.box.show.plug import GamePlug
from nightcrier.kernel.folders import share
from nightcrier.kernel.ids import Language, LineId, role_line, screen_line
from nightcrier.kernel.phrasings import other_phrasings
from nightcrier.kernel.reading import read_toml
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT, ByLanguage, Line

_LINE = re.compile(r"(?:(?:(?:explain\.)?role\.|screen\.)?file|scenario|screen\.game|explain\.game)\.([a-z0-9-]+).*")
"""Matches the names of all lines of games in files. The group is the id of the game."""
_Lines: TypeAlias = Mapping[LineId, ByLanguage]


class HouseLines(MadeWhenAsked[House]):
    def __init__(self) -> None:
        calls = share("assets") / "words" / "calls"
        super().__init__(LANGUAGES, lambda language: read_toml(calls / f"{language}.toml", dict[str, str]))


class CardNames(MadeWhenAsked[Line]):
    """The names of a role, by language. Every lookup opens the built-in lines of that language, whatever the card. If
    the file were opened only for a card that acts, the delay would reveal that card."""

    def __init__(self, names: ByLanguage, house: Mapping[Language, House]) -> None:
        super().__init__(tuple(names), names.__getitem__)
        self._house = house

    def __getitem__(self, language: Language) -> Line:
        self._house.get(language)
        return super().__getitem__(language)


def written_lines(games: Mapping[str, FileGame]) -> Callable[[LineId], ByLanguage]:
    """Return a function that returns a line of these games in all its languages, or nothing for any other line. A
    game's file is read only when something other than its name is looked up."""
    titles = {line: lines for game in games.values() for line, lines in _titles_of(game)}

    @cache
    def lines_of(game: FileGame) -> _Lines:
        return dict(_lines_of(game.file, HouseLines()))

    def written(line: LineId) -> ByLanguage:
        named = _LINE.fullmatch(line)
        game = games.get(named[1]) if named else None
        return {} if game is None else titles.get(line) or lines_of(game).get(line, {})

    return written


def added_lines(plugs: Sequence[GamePlug]) -> Callable[[LineId], ByLanguage]:
    """Return a function that returns a line from the files that extend these games, with the fallback language first.
    All these lines are built when the first of them is looked up."""
    named = {role_line(role) for plug in plugs for role in plug.roles_of_files()}

    @cache
    def made() -> _Lines:
        house = HouseLines()
        return {line: _by_language(texts) for plug in plugs for line, texts in plug.words_of_files(house).items()}

    def added(line: LineId) -> ByLanguage:
        is_ours = line.startswith("added.") or line.removeprefix("explain.") in named
        return made().get(line, {}) if is_ours else {}

    return added


def _by_language(texts: Mapping[Language, FileLine]) -> ByLanguage:
    order = sorted(texts, key=lambda language: language != LAST_RESORT)
    return {language: Line(texts[language].text, texts[language].say) for language in order}


def lines_to_record(game: FileGame, language: Language) -> Iterator[LineId]:
    """Yield the lines of a game that can be heard in a language. If several have the same text, yield only the
    first."""
    file, heard = game.file, set[str]()
    unsaid = {line for call in file.calls for line in _lines_unsaid(file, call)}
    unsaid |= {role_line(word_of(file.id, "side", side)) for side in file.sides if file.day.show != "side"}
    unsaid |= {role_line(word_of(file.id, "mark", mark.id)) for mark in file.marks.values() if not mark.announced}
    unsaid |= {role_line(word_of(file.id, "leave", row.id)) for row in file.leaves}
    unsaid |= {screen_line(word_of(file.id, "mark", mark)) for mark in file.marks}  # one seat alone reads its own
    for line, texts in (*_titles_of(game), *_lines_of(file, HouseLines())):
        if line not in unsaid and (text := texts.get(language)) and text.text and text.text not in heard:
            heard.add(text.text)
            yield line


def _lines_unsaid(game: GameFile, call: CallRow) -> Iterator[LineId]:
    met = call.meets.of if call.meets else None
    who, of = forms_in_decks(game, call.who), forms_in_decks(game, met) if met else {False}
    yield from (role_line(word_of(game.id, "call", call.id, many)) for many in (False, True) if many not in who)
    for form in FORMS:
        if form[0] not in who or form[1] not in of:
            yield from (call_line(game, call, part, form) for part in PARTS)


def _titles_of(game: FileGame) -> Iterator[tuple[LineId, ByLanguage]]:
    names = {language: _line(name) for language, name in game.shelved.names.items()}
    yield LineId(f"scenario.{game.id}.{game.id}"), names
    yield screen_line(f"game.{game.id}"), names


def _lines_of(game: GameFile, house: Mapping[Language, House]) -> Iterator[tuple[LineId, ByLanguage]]:
    yield LineId(f"explain.game.{game.id}"), _texts(game, lambda words: words.lines.get("explain") or _about(words))
    for role in game.roles:
        name = role_line(word_of(game.id, "role", role))
        yield name, CardNames(_in_table(game, lambda words: words.roles, role), house)
        yield LineId(f"explain.{name}"), _told(game, house, f"explain.{role}")
    for side in game.sides:
        named = _in_table(game, lambda words: words.sides, side) or _unnamed(game, side)
        yield role_line(word_of(game.id, "side", side)), named
    for mark in game.marks:
        named = _in_table(game, lambda words: words.marks, mark) or _unnamed(game, mark)
        yield role_line(word_of(game.id, "mark", mark)), named
        yield screen_line(word_of(game.id, "mark", mark)), _told(game, house, f"mark.{mark}") or named
    for switch in game.switches:
        yield screen_line(word_of(game.id, "switch", switch)), _in_table(game, lambda words: words.switches, switch)
    ends = [f"end.{end.id}" for end in game.ends]
    others = [other for line in phrased_lines(game) for other in other_phrasings(line)]
    rules = [f"{call.id}.rule" for call in game.calls]
    for line in ("day", "vote", *others, *(f"mark.{mark}" for mark in game.marks), *rules, *lines_of_seats(game)):
        yield file_line(game.id, line), _own(game, line)
    yield from ((role_line(word_of(game.id, "leave", row.id)), _unnamed(game, row.id)) for row in game.leaves)
    for row in game.outcomes:
        yield role_line(word_of(game.id, "outcome", row.id)), _outcome(game, house, row.id)
    ends += [f"outcome.{row.id}.guess" for row in game.outcomes if row.guess]
    ends += [f"elect.{row.id}" for row in game.elections]
    for end in ends:
        said = _told(game, house, end)
        yield from ((file_line(game.id, end), said), (screen_line(file_line(game.id, end)), said))
    for moment in ("open", "dawn"):
        opens = partial(_said, Sayings(game, (), (), house), None, moment)
        yield file_line(game.id, moment), MadeWhenAsked(_order(game), opens)
    for call in game.calls:
        yield from _lines_of_call(game, house, call)


def _lines_of_call(
    game: GameFile, house: Mapping[Language, House], call: CallRow
) -> Iterator[tuple[LineId, ByLanguage]]:
    met = call.meets.of if call.meets else None
    for many in (False, True):
        yield role_line(word_of(game.id, "call", call.id, many)), _group(game, house, call.id, call.who, many)
        if met:
            yield role_line(word_of(game.id, "met", call.id, many)), _group(game, house, f"{call.id}.of", met, many)
    if VERBS[call.do.verb].chooses:
        doing = MadeWhenAsked(tuple(house), lambda language: Line(house[language][call.do.verb]))
        yield screen_line(word_of(game.id, "do", call.id)), doing
    for part in PARTS:
        languages = [language for language in _order(game) if can_say(game.words[language], call, part)]
        for form in FORMS:
            several = frozenset(who for who, many in zip((call.who, met), form, strict=True) if who and many)
            sayings = _SayingsOfForm(game, (), (), house, several)
            yield call_line(game, call, part, form), MadeWhenAsked(languages, partial(_said, sayings, call, part))


def _order(game: GameFile) -> list[Language]:
    return languages_in_order(game, ())


def _group(game: GameFile, house: Mapping[Language, House], key: str, who: Selection, many: bool) -> ByLanguage:
    def named(language: Language) -> Line:
        name = name_of(game.words[language], house[language], key, who)
        return _line(name, many) if name else Line("")

    return MadeWhenAsked([language for language in _order(game) if has_name(game.words[language], key, who)], named)


def _in_table(game: GameFile, table: Callable[[FileWords], Mapping[str, Name]], name: str) -> ByLanguage:
    words = {language: table(game.words[language]).get(name) for language in _order(game)}
    return {language: _line(named) for language, named in words.items() if named}


def _unnamed(game: GameFile, name: str) -> ByLanguage:
    return {_order(game)[0]: Line(name.replace("-", " ").capitalize())}


def _line(name: Name, many: bool = False) -> Line:
    return Line(name.many) if many and name.many else Line(name.name, name.say)


def _own(game: GameFile, line: str) -> ByLanguage:
    return _texts(game, lambda words: words.lines.get(line))


def _told(game: GameFile, house: Mapping[Language, House], line: str) -> ByLanguage:
    """Return a line in each language that has it, or has all names from which the box can build it."""

    def told(language: Language) -> Line:
        said = told_line(game, line, game.words[language], house[language])
        return Line(said.text, said.say)

    return MadeWhenAsked([each for each in _order(game) if can_tell(game, line, game.words[each])], told)


def _outcome(game: GameFile, house: Mapping[Language, House], outcome: str) -> ByLanguage:
    """Return the name of an outcome in each language: the one in the file, or otherwise the name of the winners."""
    names = {each: outcome_name(game, outcome, game.words[each], house[each]) for each in _order(game)}
    return {language: _line(name) for language, name in names.items() if name}


def _about(words: FileWords) -> FileLine | None:
    return FileLine(words.about) if words.about else None


def _texts(game: GameFile, text_in: Callable[[FileWords], FileLine | None]) -> ByLanguage:
    found = {language: text_in(game.words[language]) for language in _order(game)}
    return {language: Line(said.text, said.say) for language, said in found.items() if said}


class _SayingsOfForm(Sayings, frozen=True):
    """Makes the texts of calls for decks in which exactly the roles in `several` have more than one card."""

    several: frozenset[Selection] = frozenset()

    def _is_many(self, who: Selection | None) -> bool:
        return who in self.several


def _said(sayings: Sayings, call: CallRow | None, part: str, language: Language) -> Line:
    """Return the line for a part of a call, or for a moment of the night if there is no call."""
    alone = replace(sayings, languages=(language,))
    said = alone.said(call, part) if call else alone.moment(part)
    return Line(said.text, said.say)
