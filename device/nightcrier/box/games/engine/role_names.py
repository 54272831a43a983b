"""Gives the names that people have on their cards to the roles, sides and called groups of a game in a file. These
names are kept in files of their own, `GAME.LANGUAGE.names.toml`, so that they outlast a change of the game's file."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from unicodedata import category

from msgspec import Struct
from msgspec.structs import astuple, replace

from nightcrier.box.games.engine.calls import meant_roles
from nightcrier.box.games.engine.decks import deck_of
from nightcrier.box.games.engine.model import FileWords, GameFile, Name, RoleRow, Selection, When
from nightcrier.box.games.engine.sayings import FIRST_LANGUAGE, has_name, languages_in_order
from nightcrier.kernel.errors import BadFile, Complain
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import ROW_BREAKS, name_key

NAMES_SUFFIX = ".names.toml"
OF_ANOTHER = "is what another role, side or group of this game is called; choose another name"
_NONE = frozenset[str]()
_UNSEEN = str.maketrans("", "", ROW_BREAKS)
_OF_UNSPACED = re.compile("[\u0e00-\u0eff\u3005-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]")  # Thai, Japanese, Chinese


class RoleNames(Struct, frozen=True):
    """The names that people gave to the roles, called groups and sides of one game, in one language."""

    game: str
    language: Language
    roles: Mapping[str, Name] = {}
    calls: Mapping[str, Name] = {}
    sides: Mapping[str, Name] = {}


def with_role_names(game: GameFile, given: Iterable[RoleNames], complain: Complain = lambda _: None) -> GameFile:
    """Return the game with these names for its roles, groups and sides. A name is ignored if it is shown anyway, if the
    game does not have what it names, or if it could be confused with another. If a side shares its name with a role, it
    keeps doing so. If only a role or a side of a group got a name, the house makes the name of the group."""
    words, first = dict(game.words), [FIRST_LANGUAGE, *game.words][:2]
    for each in sorted(given, key=lambda each: [each.language != one for one in first]):  # others show names of these
        if each.game != game.id:
            continue
        if taken := name_of_another(game, each) or name_of_another(replace(game, words=words), each):
            complain(BadFile(f"{game.id}.{each.language}{NAMES_SUFFIX}", taken, OF_ANOTHER))
            continue
        _, shown = renamed(game, each)
        roles, calls, sides = (
            {key.partition(".")[2]: name for key, name in shown.items() if key.startswith(table)}
            for table in ("roles.", "calls.", "sides.")
        )
        there = words.get(each.language, FileWords())
        if roles or calls or sides:
            alike = {**dict(_called_as_a_role(game, there, roles)), **sides}
            named = replace(there, roles={**there.roles, **roles}, calls={}, sides={**there.sides, **alike})
            named = replace(named, groups=_named_by_roles(game, named, roles, sides))
            old = _outdated(game, named, {*roles, *alike})
            kept = {key: name for key, name in there.calls.items() if key not in old}
            words[each.language] = replace(named, calls={**kept, **calls})
    return replace(game, words=words)


def name_of_another(game: GameFile, given: RoleNames) -> str:
    """Return the key of a given name that could be confused: it is the name of another role, side or group, it contains
    the name of a called role, or it is part of the `open` line, which calls everybody. Otherwise a file could swap two
    roles, so that the wrong one is called. Return "" if there is none. Things that share a name already, such as a side
    and its role, may share the new one."""
    was, then = map(_forms, renamed(game, given))
    called = {f"roles.{role}" for who in _groups(game).values() for role in meant_roles(game, who, game.roles)}
    opens = game.words[languages_in_order(game, (given.language,))[0]].lines.get("open")
    calls_all = frozenset(_spelt_alike(opens.text) if opens else ())
    for key, forms in then.items():
        before = was.get(key, _NONE)
        for other in {**was, **then}.keys() - {key}:
            its = was.get(other, _NONE)
            is_same = forms & (its | then.get(other, _NONE)) and not before & its
            holds_it = other in called and _hold(forms, its) and not _hold(before, its)
            if is_same or holds_it or _hold(calls_all, forms):
                return key
    return ""


def _hold(some: frozenset[str], others: frozenset[str]) -> bool:
    return any(other in each for each in some for other in others)


def renamed(game: GameFile, given: RoleNames) -> tuple[Mapping[str, Name], Mapping[str, Name]]:
    """Return the names in the file of a game, as one language shows them, and those that people gave instead."""
    known = {"roles": game.roles, "calls": _groups(game), "sides": game.sides}
    words = [game.words[each] for each in reversed(languages_in_order(game, (given.language,)))]
    before = {f"{table}.{key}": name for each in words for table in known for key, name in getattr(each, table).items()}
    then = {
        f"{table}.{key}": name for table in known for key, name in getattr(given, table).items() if key in known[table]
    }
    shown = {key: name.name.translate(_UNSEEN) for key, name in before.items()}  # a form has no row breaks
    return before, {key: name for key, name in then.items() if name.name.translate(_UNSEEN) != shown.get(key)}


def _forms(names: Mapping[str, Name]) -> Mapping[str, frozenset[str]]:
    """Return all forms of each name, including those that are only spoken, so that names that look alike are equal."""
    return {key: frozenset(chain(*map(_spelt_alike, filter(None, astuple(name))))) for key, name in names.items()}


def _spelt_alike(text: str) -> tuple[str, str]:
    """Return the letters and digits of a text as separate words, and as one word, each enclosed in different signs. In
    scripts without spaces, each letter counts as a word: people who hear a call half asleep hear no spaces either."""
    words = "".join(sign if category(sign)[0] in "LMN" else " " for sign in name_key(text))
    heard = _OF_UNSPACED.sub(r" \g<0> ", words).split()
    return f" {' '.join(heard)} ", f"={''.join(heard)}="


def _called_as_a_role(game: GameFile, words: FileWords, roles: Mapping[str, Name]) -> Iterator[tuple[str, Name]]:
    """Yield each side that has the name of one of its roles, with the new name of that role."""
    for role, name in roles.items():
        old, side = words.roles.get(role), words.sides.get(game.roles[role].side)
        if old and side and old.name == side.name:
            yield game.roles[role].side, name


def called_groups(game: GameFile) -> Collection[str]:
    """Return the calls that have names of their own, and the groups that are met in them as `CALL.of`."""
    return dict.fromkeys(key for words in game.words.values() for key in words.calls)


def groups_to_name(game: GameFile) -> Iterator[str]:
    """Yield the called groups, except those from which somebody is left out. The house makes the name of such a group
    from the names that people give to its roles and sides."""
    bare, groups = replace(next(iter(game.words.values())), calls={}), _groups(game)
    for key in called_groups(game):
        if not (groups[key].taken and has_name(bare, key, groups[key])):
            yield key


def _groups(game: GameFile) -> Mapping[str, Selection]:
    met = {f"{call.id}.of": call.meets.of for call in game.calls if call.meets and call.meets.of}
    return {call.id: call.who for call in game.calls} | met


def _outdated(game: GameFile, words: FileWords, names: Collection[str]) -> Collection[str]:
    """Return the groups that include or leave out one of these roles or sides, and that the house can name in this
    language."""
    return {
        key
        for key, who in _groups(game).items()
        if not {*who, *meant_roles(game, who, game.roles)}.isdisjoint(names) and has_name(words, key, who)
    }


def _named_by_roles(
    game: GameFile, words: FileWords, roles: Collection[str], sides: Collection[str]
) -> Mapping[str, tuple[Name, ...]]:
    """Return the role names for each group that contains one of `roles`, and whose side is none of `sides`. They fit
    only if all of these roles are in every deck in which the group is called."""
    found, whens = dict[str, tuple[Name, ...]](), {call.id: call.when for call in game.calls}
    for key in () if game.extends else called_groups(game):
        who, when = _groups(game)[key], whens[key.removesuffix(".of")]
        meant = meant_roles(game, who, game.roles)
        most = [_most_in_decks(game, when, game.roles[each]) for each in meant if each in words.roles]
        fits = len(most) == len(meant) and all(most) and {*sides, *game.marks}.isdisjoint(who)
        if fits and not {*meant}.isdisjoint(roles):
            named = zip((words.roles[each] for each in meant), most, strict=True)
            found[key] = tuple(name if count > 1 else replace(name, many="") for name, count in named)
    return found


def _most_in_decks(game: GameFile, when: When, role: RoleRow) -> int:
    """Return the maximum number of cards of a role in a deck when a call is made, or 0 if the role can be missing."""
    if role.id in when.in_deck.names:
        return role.max
    least, most = when.players or game.players
    sizes = range(max(least, game.players[0]), min(most, game.players[1]) + 1)
    counts = [deck_of(game, players).count(role.id) for players in sizes]
    return max(counts, default=0) if all(counts) else 0
