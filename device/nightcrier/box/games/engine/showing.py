"""Shows the contents of a file: rows of JSON for programs, and rows of text for people."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from nightcrier.box.games.engine.calls import (
    calls_of_night,
    is_night,
    is_switched,
    listed,
    meant_roles,
    passes_of,
    why_with_cards,
)
from nightcrier.box.games.engine.decks import check_added, deck_of
from nightcrier.box.games.engine.extended import BASE_DECK, COPIER, roles_of
from nightcrier.box.games.engine.model import ALL, CallRow, GameFile
from nightcrier.box.games.engine.sayings import House, Sayings, Sentence, languages_in_order, notes_of
from nightcrier.box.games.engine.speaking import rounds_of_day
from nightcrier.kernel.errors import WrongUse, quote_word
from nightcrier.kernel.ids import Language

ShownRow = dict[str, Any]
_SAID = ("open", "dawn", "say", "close")
_ROUND = ("seconds", "first", "way", "nominates")
_ON_OFF = {"on": True, "off": False}


class Wanted(Struct, frozen=True):
    """The parts of a file that people ask to see. `options` are switches, as in `parity=off`."""

    players: int | None = None
    added: Sequence[str] = ()
    night: int = 1
    languages: Sequence[Language] = ()
    options: Sequence[str] = ()


def shown_rows(game: GameFile, wanted: Wanted, house: Mapping[Language, House]) -> list[ShownRow]:
    """Return the rows of one night. Raises WrongUse if that night cannot be played."""
    switches = {**game.switches, **switches_given(game, wanted.options)}
    if game.extends:
        return _rows_of_extension(game, wanted, house)
    players = game.players[0] if wanted.players is None else wanted.players
    deck = deck_of(game, players, wanted.added)
    calls = calls_of_night(game, deck, players, wanted.night, switches)
    sayings = Sayings(game, deck, wanted.languages, house)
    head: ShownRow = {"game": game.id, "players": players, "night": wanted.night, "deck": deck}
    head |= _said_rows({moment: sayings.moment(moment) for moment in ("open", "dawn")})
    passes = passes_of(calls) if game.deal != "cards" else [None] * len(calls)
    rows = [_call_row(sayings, call) | {"pass": number} for call, number in zip(calls, passes, strict=True)]
    day = {"day": wanted.night, "seconds": game.day.clock(players, wanted.night), "vote": game.day.vote}
    return [head, *rows, day | (_led_row(game, wanted.night, switches) if game.form > 1 else {})]


def _led_row(game: GameFile, night: int, switches: Mapping[str, bool]) -> ShownRow:
    """Return the parts of the day after a night that only the second format has."""
    day, elections = game.day, [row for row in game.elections if is_night(row, night)]
    return {
        "rounds": [{key: getattr(each, key) for key in _ROUND} for each in rounds_of_day(day, night)],
        "defence": day.defence,
        "last_words": msgspec.to_builtins(day.last_words),
        "ballots": day.ballots,
        "elect": [row.id for row in elections if is_switched(row.switch, switches)],
        "leave": [row.id for row in game.leaves if is_switched(row.switch, switches)],
    }


def switches_given(game: GameFile, options: Sequence[str]) -> Mapping[str, bool]:
    """Return the switches that people gave. Raises WrongUse for a switch that the game does not have."""
    found = dict[str, bool]()
    for option in options:
        switch, _, value = option.partition("=")
        if switch not in game.switches or value not in _ON_OFF:
            raise WrongUse(f"{game.id} has no option {quote_word(option)}.")
        found[switch] = _ON_OFF[value]
    return found


def _rows_of_extension(game: GameFile, wanted: Wanted, house: Mapping[Language, House]) -> list[ShownRow]:
    """Return the calls of roles that a file adds to One Night, as if all of its cards were in the deck."""
    added = check_added(game, wanted.added) or tuple(game.roles)
    roles = [role for role in game.roles for _ in range(added.count(role))]
    deck = (*BASE_DECK, *roles)
    sayings = Sayings(game, deck, wanted.languages, house)
    calls = calls_of_night(game, deck, wanted.players, wanted.night, {})
    rows = [row for call in calls for row in _added_rows(sayings, call)]
    return [{"game": game.id, "extends": game.extends, "roles": roles}, *rows]


def _added_rows(sayings: Sayings, call: CallRow) -> Iterator[ShownRow]:
    """Yield a call of an added role, and after it the call of those who copied that role."""
    row = _call_row(sayings, call) | {"pass": None, "after": call.after, "copied": call.copied}
    yield row
    if call.copied == "after":
        own = _said_rows({"say": sayings.copied(call, "wake"), "close": sayings.copied(call, "close")})
        yield row | {"call": f"{COPIER}-{call.id}", "who": [COPIER], "after": call.id} | own


def _call_row(sayings: Sayings, call: CallRow) -> ShownRow:
    return {
        "call": call.id,
        "who": listed(sayings.game, call.who, sayings.deck),
        "meets": _meets_row(sayings, call),
        "do": call.do.verb,
        "seconds": call.seconds,
        **_said_rows({"say": sayings.said(call, "wake"), "close": sayings.said(call, "close")}),
    }


def _said_rows(said: Mapping[str, Sentence]) -> ShownRow:
    """Return what is said, each text followed by its language."""
    return {
        key: value for name, each in said.items() for key, value in ((name, each.text), (f"{name}_in", each.language))
    }


def _meets_row(sayings: Sayings, call: CallRow) -> ShownRow | None:
    if call.meets is None:
        return None
    of = None if call.meets.of is None else listed(sayings.game, call.meets.of, sayings.deck)
    return {"how": call.meets.how, "of": of, **({"by": call.meets.by} if call.meets.by else {})}


def shown_head(game: GameFile, languages: Sequence[Language]) -> Iterator[str]:
    """Yield, for people to read, the name of a game, what it is about, and how the file explains it, each in the first
    language that has it."""
    words = [game.words[language] for language in languages_in_order(game, languages)]
    yield next(each.name.name for each in words if each.name)
    yield from [each.about for each in words if each.about][:1]
    yield from _own_line(game, languages, "explain")


def shown_day(game: GameFile, languages: Sequence[Language]) -> Iterator[str]:
    """Yield, for people to read, the file's own lines at the beginning of the talk and the vote."""
    for line in ("day", "vote"):
        yield from (f"  {text}" for text in _own_line(game, languages, line))


def _own_line(game: GameFile, languages: Sequence[Language], line: str) -> list[str]:
    words = [game.words[language] for language in languages_in_order(game, languages)]
    return [each.lines[line].text for each in words if line in each.lines][:1]


def shown_text(rows: Sequence[ShownRow]) -> Iterator[str]:
    """Yield rows of text for people: facts in one line, and below it what is said. The morning follows the calls."""
    for row in rows:
        if "day" in row:
            yield f"  {rows[0]['dawn']}"
        facts = {key: value for key, value in row.items() if value and key not in _SAID and not key.endswith("_in")}
        yield "; ".join(f"{key}: {_plain(value)}" for key, value in facts.items())
        yield from (f"  {row[key]}" for key in ("open", "say", "close") if row.get(key))


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(key if each is True else _plain(each) for key, each in value.items() if each)
    return ", ".join(map(_plain, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)


def listing_row(game: GameFile, file: str) -> ShownRow:
    return {
        "game": game.id,
        "name": next(shown_head(game, ())),
        "players": None if game.extends else game.players,
        "nights": "many" if game.many_nights else "one",
        "layers": game.layers,
        "languages": tuple(game.words),
        "file": file,
    }


def checked_row(game: GameFile, file: str) -> ShownRow:
    """Return the row that reports a valid file."""
    counts = {"roles": len(game.roles), "calls": len(game.calls)}
    notes = [*_notes_on_facts(game), *_notes_on_nobody(game), *notes_of(game)]
    more = {"layers": game.layers, "languages": tuple(game.words), "notes": notes}
    return {"file": file, "ok": True, "game": game.id, **counts, **more}


def _notes_on_facts(game: GameFile) -> Iterator[str]:
    """Yield a note if the box cannot deal the game, if it needs a moderator, and if a talk exceeds its seconds."""
    if game.deal != "cards" and (why := why_with_cards(game)):
        yield f"deal: {why}"
    if game.deal == "cards" and game.many_nights and game.ends:
        yield "deal: a moderator leads this game with cards, and the box asks and tells whoever that is"
    day = game.day
    if day.seconds + day.each_player * game.players[0] < day.least:
        yield f"day: the talk is never shorter than least, {day.least} seconds"


def _notes_on_nobody(game: GameFile) -> Iterator[str]:
    """Yield a note for a side that wins by no end, and for a call that is never made."""
    for side in game.sides if game.ends else ():
        own = [role.id for role in game.roles.values() if role.side == side]
        if not any(ALL in end.wins.names or meant_roles(game, end.wins, own) for end in game.ends):
            yield f"side.{side}: it never wins, for no end has it, or a role of it, in wins"
    for place, call in enumerate(game.calls):
        if not listed(game, call.who, roles_of(game)):
            yield f"call[{place}].who: nobody is left, so it is never made"
