"""Reads what a file says of mornings, deaths, days and ends."""

from nightcrier.box.games.engine.conditions import LONGEST_CONDITION, read_condition
from nightcrier.box.games.engine.model import ALL, NEIGHBOURS, OTHERS, DawnRow, Day, DeathRow, EndRow, Guess, OutcomeRow
from nightcrier.box.games.engine.parts import FilePart, KeyRules, Known, keys_of

_VOTE = "vote"
_DEEDS = ("takes", "chooses", "powerless", "becomes")
_SPARES: KeyRules = {"spares": ("seats",), "spares_once": ("seats",)}
_DAWN: KeyRules = {"dies": "a mark", "with": "marks", "unless": "marks", "switch": "a switch", **_SPARES}
_DEATH: KeyRules = {
    "of": ("seats", ALL),
    "cause": "causes",
    "not_cause": "causes",
    "switch": "a switch",
    "takes": ("seats", ALL, NEIGHBOURS),
    "chooses": ("seats", ALL, OTHERS, NEIGHBOURS),
    "mark": "a mark",
    "powerless": ("seats", ALL),
}
_BECOMES: KeyRules = {"who": ("seats", ALL), "into": "a role"}
_END: KeyRules = {"wins": ("winners", ALL), "switch": "a switch"}
_OUTCOME: KeyRules = {"wins": ("winners", ALL), "in_deck": ("groups",)}
_GUESS: KeyRules = {"by": "a role", "of": ("seats",), "right": "an outcome without a guess"}


def settle_days(top: FilePart, known: Known) -> None:
    """Settle the rows of mornings, deaths, days and ends. A death may name the causes of all others, so that their ids
    come first."""
    with top.reading_on():
        day = top.part("day").only(keys_of(Day))
        day.settle(_SPARES, known)
        if "need" in day.table and day.table.get("vote") != "majority":
            raise day.fault("is for the vote majority alone; take it out", "need")
    causes = {_VOTE}
    for part in top.rows("dawn", 40, keys_of(DawnRow)):
        with part.reading_on():
            causes.add(_settle_dawn(part, known))
    deaths = top.rows("death", 40, keys_of(DeathRow, "into"))
    for part in deaths:
        with part.reading_on():
            part.claim("id", causes, "must be a cause that nothing else has")
    for part in deaths:
        with part.reading_on():
            _settle_death(part, {**known, "causes": causes})
    ends = set[str]()
    for part in top.rows("end", 20, keys_of(EndRow)):
        with part.reading_on():
            part.claim("id", ends, "must be an id that no other end has")
            _settle_end(part, known)
    _settle_outcomes(top, known)


def _settle_outcomes(top: FilePart, known: Known) -> None:
    parts, ids = top.rows("outcome", 8, keys_of(OutcomeRow)), set[str]()
    for part in parts:
        with part.reading_on():
            part.claim("id", ids, "must be an id that no other outcome has")
            part.settle(_OUTCOME, known)
            part.require("wins")
    plain = {part.table.get("id") for part in parts if "guess" not in part.table}
    for part in parts:
        with part.reading_on():
            if "guess" in part.table:
                guess = part.part("guess").only(keys_of(Guess))
                guess.settle(_GUESS, {**known, "an outcome without a guess": ids & plain})
                guess.require(*keys_of(Guess))


def _settle_dawn(part: FilePart, known: Known) -> str:
    """Settle a row of the morning, and return its cause."""
    part.settle(_DAWN, known)
    if len(part.table.get("with", ["one"])) not in range(1, 6):
        part.note("must be a list in [ ] of 1 to 5 marks", "with")
    part.require("dies")
    part.table.setdefault("cause", part.table["dies"])
    return part.claim("cause", {_VOTE}, f"must not be {_VOTE}")


def _settle_death(part: FilePart, known: Known) -> None:
    deeds = [deed for deed in _DEEDS if deed in part.table]
    if len(deeds) != 1:
        raise part.fault(f"must have exactly one of {', '.join(_DEEDS)}")
    if deeds != ["chooses"]:
        part.only(keys_of(DeathRow, "mark"))
    part.settle(_DEATH, known)
    if not frozenset(part.table.get("cause", ())).isdisjoint(part.table.get("not_cause", ())):
        part.note("must have no cause that stands in cause, too", "not_cause")
    if deeds == ["becomes"]:
        becomes = part.part("becomes").only(_BECOMES)
        becomes.settle(_BECOMES, known)
        becomes.require(*_BECOMES)
        part.table.update(becomes=becomes.table["who"], into=becomes.table["into"])


def _settle_end(part: FilePart, known: Known) -> None:
    part.check_text("if", LONGEST_CONDITION)
    part.require("if")
    try:
        part.table["if"] = read_condition(part.table["if"], known["groups"], known["marks"])
    except ValueError as wrong:
        part.note(part.why(wrong), "if")
    part.settle(_END, known)
