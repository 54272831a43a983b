"""Tell a judged game as a story, night by night and day by day, from its record and its report."""

from collections.abc import Iterator, Sequence

from msgspec.structs import asdict

from nightcrier.box.games.engine.referee.records import place_name
from nightcrier.box.games.engine.sheets.judge_story import Row, Teller, join_names
from nightcrier.box.games.wherewolf.decks.role_checks import deal_warnings
from nightcrier.box.games.wherewolf.referee.attacks import in_call_order
from nightcrier.box.games.wherewolf.referee.records import DayActs, DayRecord, NightAction, VoteSheet
from nightcrier.box.games.wherewolf.referee.whole_game import GameRecord, RoundRecord
from nightcrier.box.games.wherewolf.rulebook import ITEMS, ROLE_TABLE, Switches, role_title, the_role
from nightcrier.box.games.wherewolf.sheets.judge_report import by_place, learnt_row, places, report_game

_DOES = {
    **dict.fromkeys(("seer", "mage", "medium"), "asks about {targets}"),
    "witch": "protects {targets}",
    "healer": "wants to save {targets}",
    "juliet": "chooses {targets} as Romeo",
    "guardian-angel": "chooses {targets} as the Beloved",
    "peasant": "points at {targets} as a Werewolf",
    **dict.fromkeys(("amulet", "sword"), "hands it to {targets}"),
    "assassin": "strikes at {targets}",
    "guild-master": "wants to win over {targets}",
    **dict.fromkeys(("pettifogger", "mayor", "orator"), "signals {targets}"),
}
WORDS = {
    "latent": "{who} is {what}, and does not know it",
    "latent.hero": "a Hero",
    "latent.descendant": "a Wolf Descendant",
    "amulet": "{who} has the Amulet",
    "sword": "{who} has the Sword",
    "switches": "House rule {who}: {what}",
    "told": "meets {answer}",
    "told.met": "meets {as}: {answer}",
    "told.identified": "identifies as the Traitor: {answer}",
    "told.seer.yes": "learns: {target} has a dark aura",
    "told.seer.no": "learns: {target} has a white aura",
    "told.medium.yes": "learns: {target} had a dark aura",
    "told.medium.no": "learns: {target} had a white aura",
    "told.mage.yes": "learns: {target} is a Mystic",
    "told.mage.no": "learns: {target} is no Mystic",
    "told.priest": "identifies as the Sinner: {answer}",
    "told.priest.yes": "learns: the Courtesan is in play",
    "told.priest.no": "learns: the Courtesan is not in play",
    "told.vampire-hunter.yes": "learns: the Vampire is in play",
    "told.vampire-hunter.no": "learns: the Vampire is not in play",
    "told.guards": "learns: {answer} Criminals are in play",
    "told.guards.1": "learns: 1 Criminal is in play",
    "told.healer": "sees tonight's dead: {answer}",
    "told.monk": "learns that nobody has: {answer}",
    "told.thief": "sees the Mystic: {answer}",
    "notified": "{who} learns that something has befallen them",
    "causes.wolves": "the wolves attacked",
    "causes.vampire-hunter": "the Vampire pointed at his Hunter",
    "causes.vampire-turned-on": "the Vampire pointed at a Werewolf",
    "causes.sword": "he pointed at the owner of the Sword",
    "causes.ghoul": "in the Vampire's stead",
    "causes.angel": "the Guardian Angel, in the Beloved's stead",
    "causes.hero": "the Hero takes the strongest wolf along",
    "causes.assassin": "the Assassin struck",
    "causes.guild-failed": "the Guild Master pointed at a Guard or Werewolf",
    "causes.lover": "of love, for the other lover is dead",
    "saved": "{who} would have died, and is saved by the Healer",
    "spent": "{who} saves nobody, and the power is spent",
    "turned.progeny": "a Progeny of the Vampire",
    "turned.werewolf": "a Werewolf, being a Wolf Descendant",
    "turned.criminal": "a Criminal, won over",
    "refused": "The {who} pointed at {what} in vain: the attack is cancelled",
    "destroyed": "The {who} is destroyed",
    "gone": "The {who} is gone",
    "two": "Two are left and nobody was killed, so the lower one is out: {what}",
    "missing": "{who} goes out of play",
    "lost": "The {who} is lost",
    "kept": "The {who} saves the lower of two, and is gone",
    "tavern": "The tavern {what}",
    "tavern.dark": "says: a dark aura was found",
    "tavern.white": "says: a white aura was found",
    "tavern.none": "has heard nothing",
    "pyre": "{what}",
    "pyre.none": "Nobody is Accused: nobody burns",
    "pyre.tie": "A tie: nobody burns",
    "pyre.orator": "Somebody would have burned, but the Orator prevents it",
    "pyre.jester": "Somebody would have burned, but it is the day after the Jester's pyre",
    "pyre.amulet": "Somebody would have burned, but the Amulet saves its owner",
    "end": "The game ends on morning {round}: {how}.",
    "end.humans": "no creature of the Shadow is left",
    "end.shadow": "the Shadow and one faction are left",
    "end.extermination": "nobody is left",
    "end.together": "the two who are left are stuck",
}


def story_of_wherewolf(record: GameRecord) -> list[str]:
    table, report, shipped = record.state.table, report_game(record), asdict(Switches())
    names = {place: f"{place} ({role_title(each['role'])})" for place, each in report["players"].items()}
    teller = Teller(WORDS, names | {item: role_title(item) for item in ITEMS})
    items = {item: place_name(seat + 1) for item, seat in table.items.items()}
    rules = {rule: value for rule, value in asdict(table.switches).items() if value != shipped[rule]}
    lines = [f"Wherewolf, {len(names)} players: {', '.join(names.values())}."]
    lines += [f"{line}." for line in teller.sentences({"latent": by_place(table.latent), **items, "switches": rules})]
    lines += [f"Note: {line}" for line in deal_warnings(table.roles, table.switches)]
    for number, (played, night) in enumerate(zip(record.rounds, report["nights"], strict=True), 1):
        told = [*_learnt(played, table.roles, first=number == 1)]
        choices = [*map(_choice, in_call_order(played.acts.night))]
        lines += teller.tell(f"Night {number}", {"choices": choices, **night, "told": told, "spent": _spent(played)})
        lines += teller.tell(f"Morning {number}", _morning(played))
        if played.acts.day and played.day:
            lines += teller.tell(f"Day {number}", _day(played.acts.day, played.day))
        lines += [f"  Note: {said}" for when, said in record.state.warnings if when == number]
    return [*lines, *teller.tell_end(report)]


def _choice(used: NightAction) -> Row:
    power, during = used.power, used.during
    return {
        "seat": place_name(used.seat + 1),
        "as": f"owner of the {role_title(power)}" if power in ITEMS else role_title(power),
        "does": _DOES.get(power, "points at {targets}"),
        "targets": places(used.targets),
        "during": the_role(during) if during else "",
    }


def _learnt(played: RoundRecord, roles: Sequence[str], *, first: bool) -> Iterator[Row]:
    """Yield what seats learned, each with the kind of its sentence. In the first night the Thief meets the Criminals,
    and wolves learn who the Traitor is after they have met."""
    turns = set[tuple[int, str]]()
    for entry in played.night.told:
        row, kind, turn = learnt_row(entry), entry.power, (entry.seat, entry.power)
        if isinstance(entry.answer, tuple):
            row["answer"] = [role_title(each) for each in row["answer"]]
            if roles[entry.seat] != kind:
                kind = "met"
            elif turn in turns and ROLE_TABLE[kind].strength:
                kind = "identified"
            elif first and kind == "thief":
                kind = ""
        elif not isinstance(entry.answer, bool):
            kind = "guards"
        turns.add(turn)
        yield {**row, "seat": place_name(entry.seat + 1), "as": the_role(entry.power), "kind": kind}


def _spent(played: RoundRecord) -> list[str]:
    """Return the place of the Healer if she saves somebody in vain."""
    healing = [each for each in played.acts.night if each.power == "healer" and each.targets]
    return places(each.seat for each in healing if each.targets[0] not in played.night.saved)


def _morning(played: RoundRecord) -> Row:
    gone, lost = places(played.night.morning.eliminated), list(played.night.morning.lost)
    lower = gone if played.night.morning.eliminated != played.night.killed else []
    return {
        "two": lower,
        "missing": gone or "Nobody",
        "lost" if gone else "kept": lost,
        "tavern": played.night.morning.tavern,
    }


def _day(acts: DayActs, day: DayRecord) -> Row:
    return {
        **_vote("accusation", acts.accusation),
        "Votes after every power": by_place(day.accusation),
        "Accused": places(day.accused),
        **_vote("run-off", acts.run_off),
        "Run-off after every power": by_place(day.run_off),
        "burned": "" if day.burned is None else place_name(day.burned + 1),
        "pyre": day.cancelled_by or (day.pyre if day.burned is None else ""),
        "gone": list(day.destroyed),
    }


def _vote(what: str, sheet: VoteSheet | None) -> Row:
    if sheet is None:
        return {}
    votes = {seat: f"for {join_names(places(those))}" for seat, those in (sheet.votes or {}).items()}
    return {
        f"Hands in the {what}": by_place(sheet.hands or {}),
        f"Votes in the {what}": by_place(votes),
        f"Signals in the {what}": [*map(_choice, sheet.signals)],
    }
