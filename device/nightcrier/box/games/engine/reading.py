"""Reads a game from a file. A file is taken as a whole or refused as a whole, with the key that is wrong."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypeVar

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX, costly_part, is_id
from nightcrier.box.games.engine.calls import MOST_PASSES, is_night, passes_of
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.extended import BASE_ROLES, CALLERS, EXTENDED, SIDES, WOLF
from nightcrier.box.games.engine.model import ALL, CENTER, DEAD, NEIGHBOURS, OTHERS, GameFile, Mark, RoleRow, Side
from nightcrier.box.games.engine.parts import NOT_AN_ID, FilePart
from nightcrier.box.games.engine.reading_calls import MOST_NIGHTS, Known, read_calls
from nightcrier.box.games.engine.reading_days import read_dawns, read_day, read_deaths, read_ends
from nightcrier.box.games.engine.reading_words import check_first_language, read_words
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.reading import parse_tables

_HOUSE_GAMES = ("one-night", "growl", "wherewolf")
_RESERVED = frozenset(
    (ALL, OTHERS, NEIGHBOURS, DEAD, CENTER, "self", "nobody", "night", "players", "vote", "role", "side")
)
_FOR_MANY_NIGHTS = ("mark", "dawn", "death", "end")
_MOST_TAGS = 30
_Row = TypeVar("_Row")


def game_id(file: str) -> str:
    """Return the id of a game by the name of its file. Raises BadFile."""
    name = file.rpartition("/")[2]
    return checked_id(file, name.removesuffix(SUFFIX) if name.endswith(SUFFIX) else "", f"NAME{SUFFIX}")


def checked_id(file: str, found: str, form: str) -> str:
    """Return the id of a game if a file may have it in its name. `form` tells people how the file is to be called.
    Raises BadFile."""
    if not is_id(found, of_file=True):
        raise BadFile(file, "", f"must be called {form}: small letters, figures, single hyphens, at most 32")
    if found in _HOUSE_GAMES:
        raise BadFile(file, "", f"must not be called {found}, which is a game of the house")
    return found


def read_game(content: bytes, file: str, languages: Collection[str]) -> GameFile:
    """Read the content of a file. `languages` are those of the box. Raises BadFile."""
    name, top = game_id(file), read_top(content, file, LARGEST_GAME)
    return _read_extension(name, top, languages) if "extends" in top else _read_whole(name, top, languages)


def read_top(content: bytes, file: str, most: int) -> FilePart:
    """Return the top of a file of at most so many bytes, without its format. Raises BadFile."""
    top = FilePart(file, "", parse_tables(content, file, most, costly_part))
    if type(form := top.take("format")) is not int or form != 1:
        raise top.fault("must be 1", "format")
    return top


def _read_whole(name: str, top: FilePart, languages: Collection[str]) -> GameFile:
    players, many = top.pair("players", 2, 50), top.word("nights", ("one", "many"), "one") == "many"
    for key in _FOR_MANY_NIGHTS:
        if key in top and not many:
            raise top.fault('is for nights = "many" alone', key)
    if (center := top.whole("center", 0, 5, 0)) and many:
        raise top.fault("is only for games of one night", "center")
    sides = _rows(top, "side", 8, _read_side, least=1)
    ids = top.inner_keys("role")
    roles = _rows(top, "role", 60, lambda role, part: _read_role(role, part, sides, ids), least=1)
    marks, switches = _rows(top, "mark", 30, _read_mark), _rows(top, "switch", 20, _read_switch)
    _check_roles(top, roles, sides)
    groups = _check_names(top, roles, {"side": sides, "role": roles, "mark": marks}, _RESERVED)
    known = Known(roles, groups, sides, marks, switches, center > 0)
    dawns, calls = read_dawns(top, known), read_calls(top, known)
    deaths, ends = read_deaths(top, known, dawns), read_ends(top, known)
    game = GameFile(
        id=name,
        roles=roles,
        calls=calls,
        words=read_words(top, known, calls, ends, languages),
        players=players,
        many_nights=many,
        deal=top.word("deal", ("cards", "box", "either"), "cards"),
        level=top.whole("level", 1, 5, 2),
        center=center,
        credits=_read_credits(top),
        sides=sides,
        marks=marks,
        switches=switches,
        day=read_day(top, known),
        dawns=dawns,
        deaths=deaths,
        ends=ends,
    )
    _check_whole(top, game)
    _check_decks(top, game)
    return game


def _read_extension(name: str, top: FilePart, languages: Collection[str]) -> GameFile:
    """Read a file that adds roles to the decks of One Night."""
    extends = top.word("extends", (EXTENDED,))
    roles = _rows(top, "role", 60, _read_added_role, least=1)
    groups = _check_names(top, roles, {"role": roles}, {*_RESERVED, *BASE_ROLES, WOLF}) | {*BASE_ROLES, WOLF}
    known = Known({**BASE_ROLES, **roles}, groups, center=True, callers=CALLERS)
    calls = read_calls(top, known)
    words = read_words(top, known, calls, (), languages)
    game = GameFile(name, roles, calls, words, credits=_read_credits(top), extends=extends)
    _check_whole(top, game)
    return game


def _rows(
    top: FilePart, key: str, most: int, read: Callable[[str, FilePart], _Row], least: int = 0
) -> Mapping[str, _Row]:
    found: dict[str, _Row] = {}
    for name, part in top.parts(key, most, least):
        found[name] = read(name, part)
        part.close()
    return found


def _read_side(name: str, part: FilePart) -> Side:
    return Side(name, _read_steps(part, None))


def _read_steps(part: FilePart, default: Any) -> Any:
    """Read the count of a side or a role: a number, or steps."""
    if "count" not in part:
        return default
    plain = part.take("count")
    if not isinstance(plain, dict):
        if type(plain) is not int or not 0 <= plain <= 50:
            raise part.fault("must be a whole number from 0 to 50, or steps such as { 5 = 1, 8 = 2 }", "count")
        return ((0, plain),)
    inside, numbers = FilePart(part.file, f"{part.key}.count", plain), {str(number): number for number in range(2, 51)}
    for key in plain:
        if key not in numbers:
            raise inside.fault("must be a number of players from 2 to 50", key)
    return tuple(sorted((numbers[key], inside.whole(key, 0, 50)) for key in plain))


def _read_role(name: str, part: FilePart, sides: Mapping[str, Side], roles: Collection[str]) -> RoleRow:
    side, count, fills = part.named("side", sides, "a side"), _read_steps(part, ()), part.flag("fills")
    least = max([1, *(cards for _, cards in count)])
    return RoleRow(
        id=name,
        side=side,
        count=count,
        fills=fills,
        max=part.whole("max", least, 50, 50 if fills else least),
        needs=part.names("needs", roles, "roles", 20),
        excludes=part.names("excludes", roles, "roles", 20),
        tags=_read_tags(part),
        votes=part.whole("votes", 0, 3, 1),
        seen=part.named("seen", sides, "a side", side),
    )


def _read_added_role(name: str, part: FilePart) -> RoleRow:
    side, most = part.word("side", SIDES), part.whole("max", 1, 50, 1)
    return RoleRow(name, side, max=most, tags=_read_tags(part), seen=side, judged=part.flag("judged", default=True))


def _read_tags(part: FilePart) -> tuple[str, ...]:
    tags = part.take("tags", [])
    if not isinstance(tags, list) or len(tags) > 10 or not all(map(is_id, tags)):
        raise part.fault(f"must be a list of at most 10 tags, each of which {NOT_AN_ID}", "tags")
    return tuple(tags)


def _read_mark(name: str, part: FilePart) -> Mark:
    return Mark(
        id=name,
        lasts=part.word("lasts", ("night", "day", "game"), "night"),
        felt=part.flag("felt"),
        announced=part.flag("announced"),
        votes=part.whole("votes", 0, 3, None),
    )


def _read_switch(name: str, part: FilePart) -> bool:
    return part.flag("default")


def _read_credits(top: FilePart) -> Mapping[str, str]:
    if "credits" not in top:
        return {}
    part = top.part("credits")
    found = {key: part.text(key, 120) for key in ("by", "licence", "source", "version") if key in part}
    part.close()
    return found


def _check_names(
    top: FilePart, roles: Mapping[str, RoleRow], tables: Mapping[str, Collection[str]], taken: Collection[str]
) -> frozenset[str]:
    """Refuse names that are reserved or stand twice. Return the names of sides, roles and tags."""
    names = set(taken)
    for table, ids in tables.items():
        for name in ids:
            if name in names:
                raise top.fault("must be a name that nothing else has", f"{table}.{name}")
            names.add(name)
    tags = set[str]()
    for role in roles.values():
        tags.update(role.tags)
        if len(tags) > _MOST_TAGS or not names.isdisjoint(role.tags):
            why = f"must be names that only tags have, at most {_MOST_TAGS} in the whole file"
            raise top.fault(why, f"role.{role.id}.tags")
    return frozenset(tags.union(*(ids for table, ids in tables.items() if table != "mark")))


def _check_roles(top: FilePart, roles: Mapping[str, RoleRow], sides: Mapping[str, Side]) -> None:
    """Refuse two roles that fill the same cards."""
    filled = set[str]()
    for role in roles.values():
        place = "" if sides[role.side].count is None else role.side
        if role.fills and place in filled:
            why = "must be the only role that fills its side, or any side without count; give its side a count"
            raise top.fault(why, f"role.{role.id}.fills")
        filled.update([place] if role.fills else [])


def _check_whole(top: FilePart, game: GameFile) -> None:
    """Refuse keys that nobody knows, words that are missing, and nights of too many passes."""
    top.close()
    check_first_language(top, game.words, game.roles, game.calls)
    if game.deal != "cards":
        for night in range(1, (MOST_NIGHTS if game.many_nights else 1) + 1):
            _check_passes(top, game, [place for place, call in enumerate(game.calls) if is_night(call.when, night)])


def _check_passes(top: FilePart, game: GameFile, places: Sequence[int]) -> None:
    for place, number in zip(places, passes_of([game.calls[place] for place in places]), strict=True):
        if number and number > MOST_PASSES:
            why = f"would be in pass {number}: a game that is dealt has at most {MOST_PASSES}, so name fewer marks"
            raise top.fault(why, f"call[{place}]")


def _check_decks(top: FilePart, game: GameFile) -> None:
    for players in range(game.players[0], game.players[1] + 1):
        try:
            deck_of(game, players)
        except WrongUse as wrong:
            why = f"must be numbers of players for whom a deck can be made; for {players}: {str(wrong).rstrip('.')}"
            raise top.fault(why, "players") from None
