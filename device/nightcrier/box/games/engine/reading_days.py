"""Reads what a file says about mornings, deaths, days and ends."""

from nightcrier.box.games.engine.conditions import LONGEST_CONDITION, read_condition
from nightcrier.box.games.engine.model import (
    ALL,
    NEIGHBOURS,
    OTHERS,
    DawnRow,
    Day,
    DeathRow,
    ElectRow,
    EndRow,
    Guess,
    LastWords,
    LeaveRow,
    OutcomeRow,
    TalkRound,
)
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


OF_A_LED_DAY = (
    *("rounds", "defence", "last_words", "ballots", "self", "again", "tied_vote", "tie_by", "one", "rest", "spared"),
)
"""The keys of a day that the first format does not have."""
_ANNOUNCED, _LASTING = "a mark that is announced", "a mark that lasts the game"
_ELECTED = f"{_ANNOUNCED} and lasts the game"
_DAY: KeyRules = {"tie_by": "a mark", "spared": _LASTING, **_SPARES}
_TIED = ("majority", "listed")
_OF_VOTES = {"need": ("majority",), "again": _TIED, "one": ("listed",), "rest": ("listed",)}


def settle_days(top: FilePart, known: Known) -> None:
    """Check and convert the rows of mornings, deaths, days and ends. A death may name the causes of all others, so
    their ids are read first."""
    known = {**known, **_marks_by_kind(top)}
    with top.reading_on():
        _settle_day(top.part("day").only(keys_of(Day)), known)
    causes, elections = {_VOTE}, set[str]()
    for part in top.rows("elect", 5, keys_of(ElectRow)):
        with part.reading_on():
            part.require("mark")
            part.settle({"mark": _ELECTED, "switch": "a switch"}, known)
            if part.table.setdefault("id", part.table.get("mark")):
                part.claim("id", elections, "must be an id that no other elect has")
    for part in top.rows("dawn", 40, keys_of(DawnRow)):
        with part.reading_on():
            causes.add(_settle_dawn(part, known))
    deaths = top.rows("death", 40, keys_of(DeathRow, "into"))
    leaves = top.rows("leave", 5, keys_of(LeaveRow))
    for part in (*deaths, *leaves):
        with part.reading_on():
            part.claim("id", causes, "must be a cause that nothing else has")
    for part in leaves:
        part.settle({"of": ("seats", ALL), "switch": "a switch"}, known)
    for part in deaths:
        with part.reading_on():
            _settle_death(part, {**known, "causes": causes})
    ends = set[str]()
    for part in top.rows("end", 20, keys_of(EndRow)):
        with part.reading_on():
            part.claim("id", ends, "must be an id that no other end has")
            _settle_end(part, known)
    _settle_outcomes(top, known)


def _marks_by_kind(top: FilePart) -> Known:
    """Return the announced marks, the marks that last for the whole game, and those that do both."""
    marks = {name: table for name, table in top.part("mark").table.items() if isinstance(table, dict)}
    announced = {name for name, table in marks.items() if table.get("announced") is True}
    lasting = {name for name, table in marks.items() if table.get("lasts") == "game"}
    return {_ANNOUNCED: {"seat", "dead", *announced}, _LASTING: lasting, _ELECTED: announced & lasting}


def _settle_day(day: FilePart, known: Known) -> None:
    """Check and convert the talk and the vote of a day. Rounds of talk replace open talk, unless the file times it."""
    day.settle(_DAY, known)
    vote = day.table.get("vote", "none")
    for key, votes in _OF_VOTES.items():
        if key in day.table and vote not in votes:
            day.note(f"is for the vote {' or '.join(votes)} alone; take it out", key)
    if day.table.get("tie") == "lift" and vote not in _TIED:
        day.note(f"may be lift with the vote {' or '.join(_TIED)} alone", "tie")
    if day.table.get("ballots") == "secret" and vote == "nomination":
        day.note('must be "open" with the vote nomination', "ballots")
    if "last_words" in day.table:
        day.part("last_words").only(keys_of(LastWords))
    rounds = day.rows("rounds", 3, keys_of(TalkRound))
    for part in rounds:
        part.settle({"first": _ANNOUNCED}, known)
        if part.table.get("nominates") and vote != "listed":
            part.note('only where the vote is "listed"', "nominates")
        if part.table.get("way") == "asked" and part.table.get("first", "seat") in ("seat", "dead"):
            part.note(f"may be asked only where first is {_ANNOUNCED}", "way")
    for key in ("seconds", "least") if rounds else ():
        day.table.setdefault(key, 0)


def _settle_outcomes(top: FilePart, known: Known) -> None:
    parts, ids, plain = top.rows("outcome", 8, keys_of(OutcomeRow)), set[str](), set[str]()
    for part in parts:
        with part.reading_on():
            own = part.claim("id", ids, "must be an id that no other outcome has")
            plain.update(() if "guess" in part.table else (own,))
            part.settle(_OUTCOME, known)
            part.require("wins")
    for part in parts:
        with part.reading_on():
            if "guess" in part.table:
                guess = part.part("guess").only(keys_of(Guess))
                guess.settle(_GUESS, {**known, "an outcome without a guess": plain})
                guess.require(*keys_of(Guess))


def _settle_dawn(part: FilePart, known: Known) -> str:
    """Check and convert a row of the morning, and return its cause."""
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
