"""A judged game of Wherewolf as a story, for people who want to know why: `nightcrier judge --explain`."""

from collections.abc import Iterator, Mapping, Sequence

from device.games.wherewolf.referee.records import DayRecord, MorningRecord, NightRecord, ToldEntry
from device.games.wherewolf.referee.whole_game import GameRecord
from device.games.wherewolf.rules.refusal import role_title
from device.games.wherewolf.sheet.sentences import places_said, reason_said, warnings_said

CAUSES = {
    "wolves": "the wolves attacked",
    "vampire-hunter": "the Vampire pointed at his Hunter",
    "vampire-turned-on": "the Vampire pointed at a Werewolf",
    "sword": "he pointed at the owner of the Sword",
    "ghoul": "he dies in the Vampire's stead",
    "angel": "the Guardian Angel dies in the Beloved's stead",
    "hero": "the Hero takes the strongest wolf along",
    "assassin": "the Assassin struck",
    "guild-failed": "the Guild Master pointed at a Guard or Werewolf",
    "lover": "of love, for the other lover is dead",
}
TURNED = {
    "progeny": "becomes a Progeny of the Vampire",
    "werewolf": "turns out a Wolf Descendant and becomes a Werewolf",
    "criminal": "is won over and becomes a Criminal",
}
PYRES = {
    "none": "Nobody is Accused: nobody burns",
    "cancelled": "Somebody would have burned, but Orator, Jester's day or Amulet prevents it",
    "tie": "A tie: nobody burns",
}
TAVERN = {
    "dark": "The tavern says: a dark aura was found",
    "white": "The tavern says: a white aura was found",
    "none": "The tavern has heard nothing",
}
ASKED = {
    "seer": ("has a dark aura", "has a white aura"),
    "medium": ("had a dark aura", "had a white aura"),
    "mage": ("is a Mystic", "is no Mystic"),
}
YES_OR_NO = {
    ("priest", True): "the Courtesan is in play",
    ("priest", False): "the Courtesan is not in play",
    ("vampire-hunter", True): "the Vampire is in play",
    ("vampire-hunter", False): "the Vampire is not in play",
}
GAME_ENDS = {
    "humans": "no creature of the Shadow is left",
    "shadow": "the Shadow and one faction are left",
    "extermination": "nobody is left",
    "together": "the two who are left are stuck",
}


def story_of(record: GameRecord) -> list[str]:
    """The story, line by line."""
    names = {seat: f"P{seat + 1} ({role_title(role)})" for seat, role in enumerate(record.state.table.roles)}
    lines = [f"Wherewolf, {len(names)} players: {', '.join(names.values())}."]
    for number, played in enumerate(record.rounds, 1):
        lines += [f"Night {number}", *_indented(_night(played.night, names))]
        lines += [f"Morning {number}", *_indented(_morning(played.morning, names))]
        if played.day is not None:
            lines += [f"Day {number}", *_indented(_day(played.day, names))]
    lines += warnings_said(record)
    return [*lines, *_end(record)]


def _indented(lines: Iterator[str]) -> list[str]:
    return [f"  {line}." for line in lines] or ["  Nothing happens."]


def _night(night: NightRecord, names: Mapping[int, str]) -> Iterator[str]:
    for entry in night.told:
        yield f"{names[entry.seat]} learns: {_learned(entry)}"
    for seat in (*night.refused, *night.refused_vampire):
        yield f"{names[seat]} is pointed at in vain: the attack is cancelled"
    for seat, how in night.turned.items():
        yield f"{names[seat]} {TURNED[how]}"
    for seat in night.saved:
        yield f"{names[seat]} would have died, and the Healer saves him"
    for seat, causes in night.causes.items():
        yield f"{names[seat]} is killed: {' and '.join(CAUSES[cause] for cause in causes)}"
    for item in night.destroyed:
        yield f"The {role_title(item)} is destroyed"


def _learned(entry: ToldEntry) -> str:
    if entry.target is not None:
        yes, no = ASKED[entry.power]
        return f"P{entry.target + 1} {yes if entry.answer else no}"
    if isinstance(entry.answer, bool):
        return YES_OR_NO[entry.power, entry.answer]
    if isinstance(entry.answer, int):
        return f"{entry.answer} Criminals are in play"
    return f"as {role_title(entry.power)}, {_listed(entry.answer)}"


def _listed(answer: Sequence[int] | Sequence[str]) -> str:
    """Seats or roles."""
    seats = [part for part in answer if isinstance(part, int)]
    roles = [role_title(part) for part in answer if isinstance(part, str)]
    return ", ".join(roles) if roles else places_said(seats) if seats else "nobody"


def _morning(morning: MorningRecord, names: Mapping[int, str]) -> Iterator[str]:
    gone = [names[seat] for seat in morning.eliminated]
    yield f"Out of play: {', '.join(gone)}" if gone else "Nobody is missing"
    for item in morning.lost:
        yield f"The {role_title(item)} is lost"
    if morning.tavern is not None:
        yield TAVERN[morning.tavern]


def _day(day: DayRecord, names: Mapping[int, str]) -> Iterator[str]:
    if day.accusation:
        yield f"Votes after every power: {_counted(day.accusation)}"
    if day.accused:
        yield f"Accused: {places_said(day.accused)}"
    if day.run_off:
        yield f"Run-off after every power: {_counted(day.run_off)}"
    yield PYRES[day.pyre] if day.burned is None else f"{names[day.burned]} burns"
    for item in day.destroyed:
        yield f"The {role_title(item)} is gone"


def _counted(counts: Mapping[int, int]) -> str:
    return ", ".join(f"P{seat + 1} {counts[seat]}" for seat in sorted(counts))


def _end(record: GameRecord) -> list[str]:
    end = record.state.end
    if end is None:
        return ["The game goes on."]
    reasons = [reason_said(reason) for reason in record.victory.reasons]
    return [f"The game ends before the morning of round {end.number}: {GAME_ENDS[end.how]}.", *reasons]
