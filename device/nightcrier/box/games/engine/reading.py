"""Reads a game from a file. The whole file is accepted or refused, and every fault names the wrong key."""

from collections.abc import Collection, Mapping
from typing import cast

from msgspec.structs import replace

from nightcrier.box.games.engine.bounds import LARGEST_GAME, SUFFIX, costly_part, is_id
from nightcrier.box.games.engine.calls import MOST_PASSES, is_night, passes_of
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.extended import BASE_ROLES, EXTENDED, SIDES, WOLF
from nightcrier.box.games.engine.model import MOST_NIGHTS, RESERVED, GameFile, Mark, RoleRow, Side, Steps
from nightcrier.box.games.engine.parts import NOT_AN_ID, FilePart, KeyRules, Known, keys_of, row_of
from nightcrier.box.games.engine.reading_calls import settle_calls
from nightcrier.box.games.engine.reading_days import OF_A_LED_DAY, settle_days
from nightcrier.box.games.engine.reading_words import check_first_language, read_words
from nightcrier.kernel.errors import BadFile, WrongUse
from nightcrier.kernel.reading import check_form, parse_tables

_HOUSE_GAMES = ("one-night", "growl", "wherewolf")
_FOR_MANY_NIGHTS = ("mark", "dawn", "death", "elect", "leave", "end")
_CREDITS = ("by", "licence", "source", "version")
_KEYS = (
    *("extends", "players", "nights", "deal", "level", "center", "credits"),
    *("side", "role", "mark", "call", "day", "dawn", "death", "elect", "leave", "end", "outcome", "switch", "words"),
)
"""The keys at the top of a file, in the order in which their faults are reported."""
_SECOND = frozenset({"shares", "not_with", "with", "not_cause", "outcome", "elect", "leave", *OF_A_LED_DAY})
"""The keys that a file in the first format cannot have."""
_ADDED_KEYS = ("extends", "credits", "role", "call", "words")
_ROLE: KeyRules = {"side": "a side", "seen": "a side", "needs": "roles", "excludes": "roles"}
_KEYS_OF_ADDED = ("side", "max", "tags", "judged")
_MOST_TAGS = 30
_WEIGHTS = (0, 0.5, 1, 1.5, 2, 2.5, 3)


def game_id(file: str) -> str:
    """Return the id of a game from the name of its file. Raises BadFile."""
    name = file.rpartition("/")[2]
    return checked_id(file, name.removesuffix(SUFFIX) if name.endswith(SUFFIX) else "", f"NAME{SUFFIX}")


def checked_id(file: str, found: str, form: str) -> str:
    """Return the id of a game, if a file name may have it. `form` shows how to name the file. Raises BadFile."""
    if not is_id(found, of_file=True):
        raise BadFile(file, "", f"must be called {form}: small letters, figures, single hyphens, at most 32")
    if found in _HOUSE_GAMES:
        raise BadFile(file, "", f"must not be called {found}, which is a game of the house")
    return found


def read_game(content: bytes, file: str, languages: Collection[str]) -> GameFile:
    """Read the content of a file. `languages` are those of the box. Raises BadFile with all faults, except those that
    depend on another fault."""
    name, top = game_id(file), read_top(content, file, LARGEST_GAME, _KEYS, (1, 2))
    with top.reading_on():
        known = _settle_added(top) if "extends" in top.table else _settle_whole(top)
        with top.reading_on():
            credits_part = top.part("credits").only(_CREDITS)
            for key in _CREDITS:
                credits_part.check_text(key, 120)
        settle_calls(top, known)
        settle_days(top, known)
        game = _settled_game(top, name)
        words = read_words(top.part("words"), game, languages)
        if game and not top.faults:
            return _checked(top, replace(game, words=words))
    raise top.refusal(_KEYS)


def _settled_game(top: FilePart, name: str) -> GameFile | None:
    """Return the game without its words, if everything else is valid. A row with a fault is not checked any further."""
    faults = tuple(top.faults)
    with top.reading_on():
        game = check_form(
            {"call": [], **top.table, "id": name, "words": {}, "form": 1 if top.newer else 2}, GameFile, top.file
        )
    rows = {row_of(fault.key) for fault in faults}
    top.faults[len(faults) :] = [fault for fault in top.faults[len(faults) :] if row_of(fault.key) not in rows]
    return None if top.faults else game


def _checked(top: FilePart, game: GameFile) -> GameFile:
    """Return a game whose parts are valid, if it is valid as a whole."""
    _check_filling(top, game)
    check_first_language(top, game)
    _check_passes(top, game)
    if not game.extends:
        _check_decks(top, game)
    return game


def read_top(content: bytes, file: str, most: int, keys: Collection[str], formats: Collection[int] = (1,)) -> FilePart:
    """Return the top of a file that has at most this many bytes, one of these formats, and only these keys. The format
    itself is left out. Raises BadFile."""
    table = parse_tables(content, file, most, costly_part)
    form = table.get("format", 1)
    top = FilePart(file, "", table, [], _SECOND if form == 1 else frozenset())
    if type(form) is not int or form not in formats:
        raise top.fault(f"must be {' or '.join(map(str, formats))}", "format")
    top.only(("format", *keys)).require("format")
    del top.table["format"]
    return top


def _settle_whole(top: FilePart) -> Known:
    """Check and convert the players, nights, sides, marks, switches and roles of a whole game. Return its names."""
    with top.reading_on():
        top.require("players")
    top.check_pair("players", 2, 50)
    if (nights := top.table.pop("nights", "one")) not in ("one", "many"):
        top.note("must be one of one, many", "nights")
    if top.table.setdefault("many_nights", nights == "many"):
        if "outcome" in top.table:
            top.note('is for nights = "one" alone: a game of many nights has an end', "outcome")
        if top.table.get("center"):
            top.note("is only for games of one night", "center")
    else:
        for key in _FOR_MANY_NIGHTS:
            if key in top.table:
                top.faults.append(top.fault('is for nights = "many" alone', key))
    top.named("side", 8, keys_of(Side, "id"), least=1)
    for mark in top.named("mark", 30, keys_of(Mark, "id")):
        _check_weight(mark)
    for switch in top.named("switch", 20, ("default",)):
        if type(default := switch.table.get("default", False)) is not bool:
            switch.note("must be true or false", "default")
        top.table["switch"][switch.table["id"]] = default
    ids = {"a side": top.part("side").table.keys(), "roles": top.part("role").table.keys()}
    roles = top.named("role", 60, keys_of(RoleRow, "id", "judged"), least=1)
    return _known(top, {part.table["id"]: _settle_role(part, ids) for part in roles}, RESERVED)


def _settle_added(top: FilePart) -> Known:
    """Check and convert the roles of a file that extends One Night's decks. Return all names that the file may use."""
    if top.table["extends"] != EXTENDED:
        raise top.fault(f"must be {EXTENDED}", "extends")
    top.only(_ADDED_KEYS)
    roles = top.named("role", 60, _KEYS_OF_ADDED, least=1)
    tags = {part.table["id"]: _settle_names(part, {"a side": SIDES}) for part in roles}
    return _known(top, tags, {*RESERVED, *BASE_ROLES, WOLF})


def _settle_role(part: FilePart, known: Known) -> Collection[str]:
    kind = cast("type[int | Mapping[str, int]]", Steps)
    count: int | Mapping[str, int] = 0
    with part.reading_on():
        count = check_form(part.table.get("count", 0), kind, part.file, f"{part.key}.count")
    least = max([1, count] if isinstance(count, int) else [1, *count.values()])
    part.table.setdefault("max", 50 if part.table.get("fills") is True else least)
    _check_weight(part)
    return _settle_names(part, known, least)


def _check_weight(part: FilePart) -> None:
    """Refuse a weight of a vote that is not in halves, and a whole weight that is written with a point. The first
    format has no halves."""
    whole, votes = bool(part.newer), part.table.get("votes", 1)
    if type(votes) not in (int, float) or votes not in _WEIGHTS or (type(votes) is float and (whole or votes % 1 == 0)):
        why = "a whole number from 0 to 3" if whole else f"one of {', '.join(map(str, _WEIGHTS))}"
        part.note(f"must be {why}", "votes")


def _settle_names(part: FilePart, known: Known, least: int = 1) -> Collection[str]:
    """Check and convert the names in a role, which must allow at least `least` cards. Return its tags."""
    part.settle(_ROLE, known)
    with part.reading_on():
        part.require("side")
    part.table.setdefault("seen", part.table.get("side", ""))
    if type(most := part.table.get("max", least)) is not int or not least <= most <= 50:
        part.note(f"must be a whole number from {least} to 50", "max")
    tags = part.table.get("tags", [])
    if not isinstance(tags, list) or len(tags) > 10 or not all(map(is_id, tags)):
        part.note(f"must be a list of at most 10 tags, each of which {NOT_AN_ID}", "tags")
        tags = []
    return tags


def _known(top: FilePart, tags_of: Mapping[str, Collection[str]], taken: Collection[str]) -> Known:
    """Return all names that the file defines. Reserved and repeated names are refused."""
    names, tags = set(taken), set[str]()
    sides, roles, marks, switches = (top.part(key).table.keys() for key in ("side", "role", "mark", "switch"))
    for table, ids in {"side": sides, "role": roles, "mark": marks}.items():
        for name in ids:
            if name in names:
                top.note("must be a name that nothing else has", f"{table}.{name}")
            names.add(name)
    for role, own in tags_of.items():
        tags.update(own)
        if len(tags) > _MOST_TAGS or not names.isdisjoint(own):
            why = f"must be names that only tags have, at most {_MOST_TAGS} in the whole file"
            raise top.fault(why, f"role.{role}.tags")
    house = BASE_ROLES if "extends" in top.table else {}
    groups = {*sides, *roles, *tags, *house, *[WOLF] * bool(house)}
    seats = groups.union(marks)
    known = {"a role": {*roles, *house}, "a mark": marks, "marks": marks, "groups": groups, "seats": seats}
    return {**known, "winners": seats, "a switch": {*switches, *(f"-{switch}" for switch in switches)}}


def _check_filling(top: FilePart, game: GameFile) -> None:
    """Refuse two roles that fill the same cards."""
    filled = set[str | None]()
    for role in game.roles.values():
        if role.fills:
            place = None if game.sides[role.side].count is None else role.side
            if place in filled:
                why = "must be the only role that fills its side, or any side without count; give its side a count"
                raise top.fault(why, f"role.{role.id}.fills")
            filled.add(place)


def _check_passes(top: FilePart, game: GameFile) -> None:
    """Refuse nights with too many passes in a game that may be dealt."""
    for night in range(1, (MOST_NIGHTS if game.many_nights else 1) + 1) if game.deal != "cards" else ():
        places = [place for place, call in enumerate(game.calls) if is_night(call.when, night)]
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
