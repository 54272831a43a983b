"""Reads the calls of a file."""

from collections.abc import Collection, Mapping

from nightcrier.box.games.engine.extended import CALLERS, COPIER
from nightcrier.box.games.engine.model import ALL, CENTER, DEAD, NEIGHBOURS, OTHERS, CallRow, Doing, Selection
from nightcrier.box.games.engine.parts import FilePart, KeyRules, Known, keys_of
from nightcrier.box.games.engine.verbs import VERBS, Verb

_MEETS: Mapping[str, Collection[str]] = {"eyes": (), "thumbs": ("of",), "pointed": ("of", "by")}
"""The keys that each way to meet needs."""
_CALL: KeyRules = {"who": ("seats", ALL), "switch": "a switch", "after": "a call before this one"}
_MET: KeyRules = {"of": ("seats",), "by": "a role"}
_WHEN: KeyRules = {"in_deck": ("groups",), "without": ("groups",)}
_DO: KeyRules = {
    "of": ("reach", ALL, OTHERS, NEIGHBOURS, DEAD),
    "mark": "a mark",
    "learns": ("seats",),
    "into": "a role",
    "spares": ("seats",),
    "shares": "a call before this one",
    "not_with": "a call before this one",
}
_OF_NIGHTS = ("shares", "not_with")
"""The keys that a file cannot have if it extends a game."""


def settle_calls(top: FilePart, known: Known) -> None:
    callers = CALLERS if "extends" in top.table else ()
    middle = (True, "extends") if callers else (True,) if top.table.get("center") else ()
    taken, keys = set(callers), keys_of(CallRow, *["switch"] if callers else ["after", "copied"])
    rows = dict[str, FilePart]()
    for part in top.rows("call", 120, keys):
        with part.reading_on():
            _settle_call(part, {**known, "a call before this one": taken}, middle, added=bool(callers))
            name = part.claim("id", taken, f"must be an id that no other call has; '{part.table['id']}' is taken")
            if callers and name.startswith(f"{COPIER}-"):
                raise part.fault(f"must not begin with {COPIER}-", "id")
            rows[name] = part
            _settle_sharing(part, rows)


def _settle_sharing(part: FilePart, rows: Mapping[str, FilePart]) -> None:
    """Make each call that shares uses refer to the first of the calls that share them."""
    do = part.part("do")
    if other := rows.get(do.table.get("shares", "")):
        its = other.part("do").table
        if (other.table.get("who"), its.get("uses", 0)) != (part.table.get("who"), do.table.get("uses", 0)):
            do.note("must be a call with the same who and the same uses", "shares")
        else:
            do.table["shares"] = its.get("shares", do.table["shares"])


def _settle_call(part: FilePart, known: Known, middle: Collection[object], *, added: bool) -> None:
    """Check and convert a call. Cards in the center may be chosen if `Verb.center` of its verb is in `middle`. `added`
    says that the file extends a game."""
    part.settle(_CALL, known)
    if "who" in part.table:
        part.table.setdefault("id", part.table["who"].names[0])
    if isinstance(plain := part.table.setdefault("do", "look"), str):
        part.table["do"] = {"verb": plain}
    verb = _settle_do(part.part("do"), known, middle, added=added)
    part.table.setdefault("seconds", verb.seconds)
    if "meets" in part.table:
        (meets := part.part("meets")).settle(_MET, known)
        if (keys := _MEETS.get(str(meets.table.get("how")))) is not None:
            meets.only(("how", *keys)).require(*keys)
    when = part.part("when")
    when.settle(_WHEN, known)
    when.check_pair("players", 2, 50)
    for key in _WHEN:
        if key in when.table and when.table[key].taken:
            when.note("must take nobody away", key)
    part.require("who", *["after"] * added)
    if added:
        _settle_copied(part, part.table["do"]["verb"])


def _settle_copied(part: FilePart, verb: str) -> None:
    """Check and convert when a Doppelganger acts. She cannot meet others, or look at her own card, before others do."""
    waits = "meets" in part.table or verb == "peek"
    usual = "after" if verb == "peek" else "with" if waits or verb in ("look", "rest", "point", "read") else "at once"
    allowed = ("with", "after") if waits else ("at once", "with", "after")
    if part.table.setdefault("copied", usual) not in allowed:
        where = " where people meet or look at their own card" if waits else ""
        raise part.fault(f"must be one of {', '.join(allowed)}{where}", "copied")


def _settle_do(part: FilePart, known: Known, middle: Collection[object], *, added: bool) -> Verb:
    allowed = [name for name, verb in VERBS.items() if verb.extends or not added]
    if part.table.get("verb") not in allowed:
        part.only(keys_of(Doing))
    if (name := part.table.get("verb")) not in allowed:
        raise part.fault(f"must be one of {', '.join(allowed)}", "verb")
    verb = VERBS[name]
    part.only(("verb", *verb.keys.difference(_OF_NIGHTS * added), *verb.needs)).require(*verb.needs)
    asked = part.table.pop("learns") if verb.chooses and part.table.get("learns") in ("role", "side") else None
    part.settle(_DO, {**known, "reach": {*known["seats"], *[CENTER] * (verb.center in middle)}})
    part.check_pair("count", 0, 2 if verb.pair else verb.most)
    if verb.pair and part.table.get("count", [2, 2]) not in ([2, 2], [0, 2]):
        part.note("must be [2, 2] or [0, 2]", "count")
    part.table.setdefault("of", Selection((OTHERS if verb.chooses else ALL,)))
    part.table.setdefault("count", [2, 2] if verb.pair else [1, 1])
    part.table.update({"learns": asked} if asked else {})
    return verb
