"""Makes the words of roles that files add to One Night: their names, their explanations, and what their calls say."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from msgspec.structs import replace

from nightcrier.box.games.engine.model import FileLine, GameFile
from nightcrier.box.games.engine.sayings import PARTS, House, Sayings, house_copied
from nightcrier.box.games.one_night.rules.role_blocks import FileCall, wait_line
from nightcrier.box.games.one_night.rules.role_book import RoleBook
from nightcrier.kernel.ids import Language, LineId, role_line

Written = Mapping[LineId, Mapping[Language, FileLine]]
"""Maps each line to its text in each language."""


def words_of_files(files: Sequence[GameFile], book: RoleBook, house: Mapping[Language, House]) -> Written:
    """Return all words of these files. `house` has the lines with which the house calls people."""
    found: dict[LineId, dict[Language, FileLine]] = {}
    rows: dict[str, list[FileCall]] = {file.id: [] for file in files}
    for row in book.file_calls:
        if row.call and row.call.file in rows:
            rows[row.call.file].append(row.call)
    for file in reversed(files):
        for language in file.words:
            lines = (*_lines_of_roles(file, language, house), *_lines_of_calls(file, rows[file.id], language, house))
            for line, text in lines:
                found.setdefault(line, {})[language] = text
    return found


def _lines_of_roles(
    file: GameFile, language: Language, house: Mapping[Language, House]
) -> Iterator[tuple[LineId, FileLine]]:
    """Yield the name of each role, its explanation, and what a Doppelganger hears who copied the role, as far as the
    language has them."""
    words = file.words[language]
    for role in file.roles:
        if name := words.roles.get(role):
            yield role_line(role), FileLine(name.name, name.say)
            if waits := house_copied("copied-wait", name, house[language]):
                yield LineId(wait_line(role)), waits
        if text := words.lines.get(f"explain.{role}"):
            yield LineId(f"explain.role.{role}"), text


def _lines_of_calls(
    file: GameFile, rows: Sequence[FileCall], language: Language, house: Mapping[Language, House]
) -> Iterator[tuple[LineId, FileLine]]:
    """Yield what is said at each call, in the forms for one and several called cards, and for one and several cards
    that they see. A sentence that this language lacks is left out."""
    calls = {call.id: call for call in file.calls}
    for called in rows:
        seen = called.meets.names.roles - called.meets.taken.roles if called.meets else frozenset()
        for deck, copied in product(_decks(sorted(called.called), sorted(seen)), ("", calls[called.id].copied)):
            call, joined = replace(calls[called.id], copied=copied), copied == "with"
            sayings = Sayings(file, deck, (language,), house)
            wake, close = called.wake_line(deck, joined=joined), called.close_line(deck, joined=joined)
            lines = [(wake, sayings.said(call, "wake")), (close, sayings.said(call, "close"))]
            if call.copied == "after":
                lines += [(called.copied_line(part), sayings.copied(call, part)) for part in PARTS]
            for line, said in lines:
                if line and said.language == language:
                    yield LineId(line), FileLine(said.text, said.say)


def _decks(called: Sequence[str], seen: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield decks with no, one and several cards of both kinds."""
    for first in (0, 1, 2):
        for second in (0, 1, 2):
            yield (*tuple(called[:1]) * first, *tuple(seen[-1:]) * second)
