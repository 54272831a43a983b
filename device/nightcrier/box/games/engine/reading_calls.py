"""Reads the calls of a file."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.extended import COPIER
from nightcrier.box.games.engine.model import (
    ALL,
    CENTER,
    DEAD,
    NEIGHBOURS,
    OTHERS,
    CallRow,
    Doing,
    Encounter,
    Mark,
    RoleRow,
    Selection,
    Side,
    When,
)
from nightcrier.box.games.engine.parts import FilePart
from nightcrier.box.games.engine.verbs import VERBS, Verb

MOST_CALLS, MOST_NIGHTS = 120, 60
_NIGHTS = ("every", "first", "later", "odd", "even")


class Known(Struct, frozen=True):
    """Tells what the names of a file are. `groups` are all names of roles, sides and tags that may stand in a
    selection. `center` says whether cards lie there. `callers` are the calls of the game that this file extends, or
    None."""

    roles: Mapping[str, RoleRow]
    groups: frozenset[str]
    sides: Mapping[str, Side] = {}
    marks: Mapping[str, Mark] = {}
    switches: Mapping[str, bool] = {}
    center: bool = False
    callers: frozenset[str] | None = None

    @property
    def seats(self) -> frozenset[str]:
        return self.groups.union(self.marks)

    def switch(self, part: FilePart) -> str:
        """Take the switch of a row: its name, with a minus if it must be off, or an empty text."""
        return part.named("switch", {*self.switches, *(f"-{name}" for name in self.switches)}, "a switch", "")


def read_calls(top: FilePart, known: Known) -> tuple[CallRow, ...]:
    found: dict[str, CallRow] = {}
    for part in top.rows("call", MOST_CALLS):
        call = _read_call(part, known, found)
        copies = known.callers is not None and call.id.startswith(f"{COPIER}-")
        if copies or call.id in found or call.id in (known.callers or ()):
            raise part.fault(f"must be an id that no other call has; '{call.id}' is taken", "id")
        found[call.id] = call
    return tuple(found.values())


def _read_call(part: FilePart, known: Known, above: Mapping[str, CallRow]) -> CallRow:
    who = part.selection("who", {ALL, *known.seats})
    call = CallRow(
        id=part.id("id", who.names[0]),
        who=who,
        meets=_read_meets(part.part("meets"), known) if "meets" in part else None,
        do=(do := _read_do(part, known)),
        seconds=part.whole("seconds", 2, 120, VERBS[do.verb].seconds),
        when=_read_when(part.part("when"), known) if "when" in part else When(),
        switch="" if known.callers is not None else known.switch(part),
        after="" if known.callers is None else part.named("after", {*known.callers, *above}, "a call before this one"),
    )
    if known.callers is not None:
        call = replace(call, copied=_read_copied(part, call))
    part.close()
    return call


def _read_copied(part: FilePart, call: CallRow) -> Any:
    """Take when a Doppelganger acts. She meets others, and looks at her own card, when the others do or later."""
    waits, verb = call.meets is not None or call.do.verb == "peek", call.do.verb
    usual = "after" if verb == "peek" else "with" if waits or verb in ("look", "rest", "point", "read") else "at once"
    copied = part.word("copied", ("at once", "with", "after"), usual)
    if waits and copied == "at once":
        raise part.fault('must be "with" or "after" where people meet or look at their own card', "copied")
    return copied


def _read_meets(part: FilePart, known: Known) -> Encounter:
    how = part.word("how", ("eyes", "thumbs", "pointed"))
    of = None if how == "eyes" else part.selection("of", known.seats)
    by = part.named("by", known.roles, "a role") if how == "pointed" else None
    part.close()
    return Encounter(how, of, by)


def _read_do(call: FilePart, known: Known) -> Doing:
    plain = call.take("do", "look")
    part = FilePart(call.file, f"{call.key}.do", {"verb": plain} if isinstance(plain, str) else plain)
    allowed = [name for name, verb in VERBS.items() if known.callers is None or verb.extends]
    verb = VERBS[name := part.word("verb", allowed)]
    taken: dict[str, Any] = {key: _read_key(part, key, verb, known) for key in sorted(verb.needs)}
    taken |= {key: _read_key(part, key, verb, known) for key in sorted(verb.keys) if key in part}
    part.close()
    count = (2, 2) if verb.pair else (1, 1)
    return Doing(name, **{"of": Selection((OTHERS if verb.chooses else ALL,)), "count": count, **taken})


def _read_key(part: FilePart, key: str, verb: Verb, known: Known) -> Any:
    match key:
        case "of":
            center = known.center and (verb.center is True or (known.callers is not None and bool(verb.center)))
            return part.selection(key, known.seats | {ALL, OTHERS, NEIGHBOURS, DEAD} | ({CENTER} if center else set()))
        case "count":
            return _read_count(part, verb)
        case "mark":
            return part.named(key, known.marks, "a mark")
        case "into":
            return part.named(key, known.roles, "a role")
        case "spares":
            return part.selection(key, known.seats)
        case "uses":
            return part.whole(key, 0, 9)
        case "not_twice":
            return part.flag(key)
        case "together":
            return part.word(key, ("each", "all", "most", "first"))
        case _:
            return _read_learns(part, known, is_asked=verb.chooses)


def _read_count(part: FilePart, verb: Verb) -> Any:
    if not verb.pair:
        return part.pair("count", 0, verb.most)
    if (count := part.pair("count", 0, 2)) not in ((0, 2), (2, 2)):
        raise part.fault("must be [2, 2] or [0, 2]", "count")
    return count


def _read_learns(part: FilePart, known: Known, *, is_asked: bool) -> Any:
    plain = part.take("learns")
    if is_asked and plain in ("role", "side"):
        return plain
    return FilePart(part.file, part.key, {"learns": plain}).selection("learns", known.seats)


def _read_when(part: FilePart, known: Known) -> When:
    nights = part.take("nights", "every")
    if nights not in _NIGHTS and not (type(nights) is int and 1 <= nights <= MOST_NIGHTS):
        raise part.fault(f"must be one of {', '.join(_NIGHTS)}, or a number from 1 to {MOST_NIGHTS}", "nights")
    when = When(
        in_deck=_of_the_deck(part, "in_deck", known),
        without=_of_the_deck(part, "without", known),
        players=part.pair("players", 2, 50, None),
        nights=nights,
    )
    part.close()
    return when


def _of_the_deck(part: FilePart, key: str, known: Known) -> Selection:
    """Read names of which nobody is taken away, and of which none is a mark."""
    found: Selection = part.selection(key, known.groups, Selection())
    if found.taken:
        raise part.fault("must take nobody away", key)
    return found
