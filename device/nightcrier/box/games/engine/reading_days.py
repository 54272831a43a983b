"""Reads what a file says of mornings, deaths, days and ends."""

from collections.abc import Collection

from nightcrier.box.games.engine.conditions import LONGEST_CONDITION, read_condition
from nightcrier.box.games.engine.model import ALL, NEIGHBOURS, OTHERS, DawnRow, Day, DeathRow, EndRow, Selection
from nightcrier.box.games.engine.parts import FilePart
from nightcrier.box.games.engine.reading_calls import Known

MOST_DAWNS, MOST_DEATHS, MOST_ENDS = 40, 40, 20
_VOTE = "vote"
_DEEDS = ("takes", "chooses", "powerless", "becomes")


def read_day(top: FilePart, known: Known) -> Day:
    if "day" not in top:
        return Day()
    part = top.part("day")
    scheme = part.word("vote", ("none", "majority", "three", "run-off", "nomination"), "none")
    if "need" in part and scheme != "majority":
        raise part.fault("is for the vote majority alone; take it out", "need")
    day = Day(
        seconds=part.whole("seconds", 0, 3600, 300),
        each_player=part.whole("each_player", 0, 60, 0),
        less_each=part.whole("less_each", 0, 600, 0),
        least=part.whole("least", 0, 3600, 60),
        show=part.word("show", ("nothing", "side", "role"), "nothing"),
        spares=part.selection("spares", known.seats, Selection()),
        spares_once=part.selection("spares_once", known.seats, Selection()),
        vote=scheme,
        need=part.word("need", ("most", "half"), "most"),
        tie=part.word("tie", ("nobody", "all"), "nobody"),
    )
    part.close()
    return day


def read_dawns(top: FilePart, known: Known) -> tuple[DawnRow, ...]:
    return tuple(_read_dawn(part, known) for part in top.rows("dawn", MOST_DAWNS))


def _read_dawn(part: FilePart, known: Known) -> DawnRow:
    dies = part.named("dies", known.marks, "a mark")
    cause = part.id("cause", dies)
    if cause == _VOTE:
        raise part.fault(f"must not be {_VOTE}", "cause")
    row = DawnRow(
        dies=dies,
        cause=cause,
        unless=part.names("unless", known.marks, "marks"),
        spares=part.selection("spares", known.seats, Selection()),
        spares_once=part.selection("spares_once", known.seats, Selection()),
        switch=known.switch(part),
    )
    part.close()
    return row


def read_deaths(top: FilePart, known: Known, dawns: Collection[DawnRow]) -> tuple[DeathRow, ...]:
    """Read the rows of deaths. Each may name the causes of all others, so that their ids are read first."""
    parts = top.rows("death", MOST_DEATHS)
    others = {_VOTE, *(row.cause for row in dawns)}
    ids = list[str]()
    for part in parts:
        ids.append(part.id("id"))
        if ids[-1] in others or ids[-1] in ids[:-1]:
            raise part.fault("must be a cause that nothing else has", "id")
    causes = others.union(ids)
    return tuple(_read_death(part, name, known, causes) for part, name in zip(parts, ids, strict=True))


def _read_death(part: FilePart, name: str, known: Known, causes: Collection[str]) -> DeathRow:
    deeds = [deed for deed in _DEEDS if deed in part]
    if len(deeds) != 1:
        raise part.fault(f"must have exactly one of {', '.join(_DEEDS)}")
    becomes = part.part("becomes") if "becomes" in part else None
    row = DeathRow(
        id=name,
        of=part.selection("of", {ALL, *known.seats}),
        causes=part.names("cause", causes, "causes", empty=False),
        switch=known.switch(part),
        takes=part.selection("takes", {ALL, NEIGHBOURS, *known.seats}, None),
        chooses=part.selection("chooses", {ALL, OTHERS, NEIGHBOURS, *known.seats}, None),
        mark=part.named("mark", known.marks, "a mark", "") if deeds == ["chooses"] else "",
        powerless=part.selection("powerless", {ALL, *known.seats}, None),
        becomes=becomes.selection("who", {ALL, *known.seats}) if becomes else None,
        into=becomes.named("into", known.roles, "a role") if becomes else "",
    )
    for each in (part, becomes):
        if each:
            each.close()
    return row


def read_ends(top: FilePart, known: Known) -> tuple[EndRow, ...]:
    found: dict[str, EndRow] = {}
    for part in top.rows("end", MOST_ENDS):
        end = _read_end(part, known)
        if end.id in found:
            raise part.fault("must be an id that no other end has", "id")
        found[end.id] = end
    return tuple(found.values())


def _read_end(part: FilePart, known: Known) -> EndRow:
    text = part.text("if", LONGEST_CONDITION)
    try:
        condition = read_condition(text, known.groups, known.marks)
    except ValueError as wrong:
        raise part.fault(str(wrong), "if") from None
    end = EndRow(
        id=part.id("id"),
        condition=condition,
        wins=part.selection("wins", {ALL, *known.seats}, empty=True),
        living=part.flag("living"),
        stops=part.flag("stops", default=True),
        switch=known.switch(part),
    )
    part.close()
    return end
