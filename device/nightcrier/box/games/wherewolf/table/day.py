"""Leads through the day, stage by stage: assembly, accusation, the speeches of the Accused, run-off, pyre.

With a moderator people enter the number of hands. Without a moderator every player comes to the box. After a vote the
box names players, but never numbers of votes. If a vote ends without a pyre, the box always says one sentence, which
does not show the reason."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.engine.hosted.host_steps import host_show, house_line, house_word
from nightcrier.box.games.engine.story import WAS, Shown, cues_of_dead, standing_facts, then_breath
from nightcrier.box.games.wherewolf.dealt.ballots import ballot
from nightcrier.box.games.wherewolf.hosted.hands import count_hands
from nightcrier.box.games.wherewolf.referee.records import DayActs, VoteSheet
from nightcrier.box.games.wherewolf.referee.votes import count_accusation
from nightcrier.box.games.wherewolf.table.phrases import (
    role_word,
    seat_number,
    seats_named,
    seats_said,
    wolf_line,
    wolf_word,
)
from nightcrier.box.games.wherewolf.table.village import (
    WolfResult,
    WolfRules,
    WolfStep,
    WolfVillage,
    after_votes,
    wolf_seats_asked,
)
from nightcrier.box.show.agenda import RowStep, SilentStep, StageStep, StepResult
from nightcrier.box.show.answers import TIME_UP, Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import SILENCE, Call, Say, Show, say_lines, say_whole
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.speeches import SpeechLines, hold_speeches, seats_around
from nightcrier.box.show.stages import HOST, TABLE, Ask, Count, Perform, Stage, Tell, half_way
from nightcrier.kernel.errors import RefusedGame
from nightcrier.kernel.ids import Seconds, screen_line, seat_first, seats_say


def pyre_show(rules: WolfRules, village: WolfVillage) -> StageStep:
    day = village.rounds[-1].day
    burned = day.burned if day else None
    if burned is None:
        return host_show((Call(wolf_word("no-burned")), SILENCE, *say_lines(wolf_line("no-burned"))), "vote")
    who, role = seat_number(burned), role_word(village.known.table.roles[burned])
    reveal = rules.options.role_reveal
    title = wolf_word("burned", n=house_word("seat-role", n=who, role=role) if reveal else who)
    shown: Shown = {burned + 1: (WAS, role)} if reveal else {}
    told = cues_of_dead({burned + 1: wolf_line("burns")}, shown)
    return host_show((Call(title), SILENCE, *(then_breath(told) if village.known.end else told)), "vote")


class NoPyre(SilentStep, frozen=True):
    """The step that ends the day without a complete vote. Nobody burns."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        over = after_votes(village, DayActs(VoteSheet(hands={})))
        show = (Call(wolf_word("no-burned")), SILENCE, *say_lines(wolf_line("time-up")))
        return StepResult(over, (host_show(show, "vote"),))


def village_facts(village: WolfVillage) -> tuple[Fact, ...]:
    """Return the facts that every player may see by day."""
    state = village.known
    out = [seat for seat, player in enumerate(state.players, 1) if player.out is not None]
    return standing_facts(len(state.in_play), out, {})


def day_clock(rules: WolfRules, village: WolfVillage) -> str:
    """Return the name of the clock of this day, or an empty text if the day has none. Each day has its own clock."""
    return f"day {village.number}" if rules.options.timed_day else ""


class UntilSunset(Struct, frozen=True):
    """The step that runs the steps of a timed day. One clock runs during the talk, the votes and the speeches, and
    stops them at zero, whatever people are doing. Anything that the village decided before is announced to its end."""

    steps: tuple[WolfStep, ...]

    def stage(self, rules: WolfRules, village: WolfVillage) -> Stage | None:
        stage = self.steps[0].stage(rules, village)
        return replace(stage, clock=day_clock(rules, village)) if isinstance(stage, Perform | Ask | Tell) else stage

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        if picks == (TIME_UP,):
            return StepResult(village, (NoPyre(),))
        done = self.steps[0].result(rules, village, picks)
        left = (*done.steps, *self.steps[1:])
        return replace(done, steps=left if done.state.outcome is None else (UntilSunset(left),))


def day_steps(rules: WolfRules) -> tuple[WolfStep, ...]:
    return (UntilSunset((VillageTalk(),)),) if rules.options.timed_day else (VillageTalk(),)


def vote_steps(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...]) -> tuple[WolfStep, ...]:
    """Return the steps of the accusation, or of the run-off between the `accused`."""
    if village.led or rules.options.open_vote:
        return (vote_open(rules, village, accused), count_hands(village, accused))
    return ballot(rules, accused)


def vote_open(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...]) -> StageStep:
    """Return the words that open a vote, without a bed."""
    which = "run-off" if accused else "accusation"
    how = "eyes-open" if rules.options.open_vote else "open"
    line = f"{which}.{how}" if accused or not rules.says_little(village.number) else f"{which}.{how}.short"
    called = seats_said(accused)
    show: Show = (Call(wolf_word(f"moment.{which}")), SILENCE, *say_lines(wolf_line(line), *called))
    return StageStep(Perform(show, "vote"))


def count_again(rules: WolfRules, village: WolfVillage, accused: tuple[int, ...]) -> tuple[WolfStep, ...]:
    """Return the steps that repeat an impossible count of votes. The person who counts learns the reason."""
    who, said = HOST if village.led else TABLE, (screen_line("house.count-again"),)
    told = StageStep(Tell(who, (house_word("count-again"),), said))
    return (told, *vote_steps(rules, village, accused)[1:])


def name_accused(rules: WolfRules, accused: tuple[int, ...], *, led: bool) -> Show:
    """Return the words that name the Accused, without numbers of votes. If eyes were shut for the count, people are
    asked to open them."""
    title = house_word("accused", seats=seats_named(accused)) if accused else wolf_word("no-accused")
    eyes = () if rules.options.open_vote or not led else (Say(wolf_line("eyes")),)
    seats = [seat + 1 for seat in accused]
    named = seats_say(seats, "accused") if seats else (wolf_line("accused.none"),)
    return (Call(title), SILENCE, *eyes, say_whole(named))


SPEECH: Seconds = 60.0
"""The seconds that each of the Accused may speak, and each player in a talk in turns that has no limit."""
MINUTE_LEFT = ((60.0, wolf_line("minute")),)
"""The warning in the last minute of a talk that has an end."""
TO_CHOOSE = 2
"""The minimum number of Accused for a run-off. If only two players are in play, they vote only once a day."""
_SHORTEST = 10
"""The minimum length of a speech in turns, in seconds."""
_DEFENDED = SpeechLines(house_line("defend"))


def village_talk(rules: WolfRules, day: int, facts: tuple[Fact, ...], clock: str = "") -> Count:
    """Return the stage of the assembly's talk. The talk has a limit if there is a clock."""
    seconds = rules.options.talk_length(day)
    warnings = (*half_way(seconds), *MINUTE_LEFT) if seconds else ()
    return Count(seconds, warnings, (wolf_line("explain"),), facts=facts, clock=clock)


def hold_talk(rules: WolfRules, village: WolfVillage, seats: Sequence[int], talk: Count) -> AskingRow[int]:
    """Let the assembly talk freely, or give each of these seats the floor in turn, with another seat beginning each
    day. If the talk has a limit, all have an equal share. Return the seat, counted from 1, that began last."""
    if not (rules.options.in_turns and seats):
        yield talk
        return village.began
    order = seats_around([seat + 1 for seat in seats], village.began)
    share = max(_SHORTEST, int(talk.seconds / len(order))) if talk.seconds else int(SPEECH)
    yield from hold_speeches(SpeechLines(), order, share, talk.facts)
    return order[0]


def hear_accused(rules: WolfRules, accused: Sequence[int], speech: Count) -> AskingRow[None]:
    """Let the Accused speak, one after the other, and announce before the first that they may. With talk in turns, each
    has the floor alone, and may get it back."""
    if rules.options.in_turns:
        yield from hold_speeches(_DEFENDED, [seat + 1 for seat in accused], int(SPEECH), speech.facts)
        return
    for spoken, seat in enumerate(accused):
        first = () if spoken else (wolf_line("defence"),)
        told = *say_lines(*first), say_whole(seat_first(seat + 1, _DEFENDED.floor))
        yield Perform((Call(wolf_word("moment.defence", n=seat_number(seat))), *told), "vote")
        yield speech


class VillageTalk(RowStep[WolfRules, WolfVillage], frozen=True):
    def row(self, rules: WolfRules, village: WolfVillage) -> AskingRow[WolfResult]:
        talk = village_talk(rules, village.number, village_facts(village), day_clock(rules, village))
        began = yield from hold_talk(rules, village, wolf_seats_asked(village), talk)
        return StepResult(replace(village, began=began), (*vote_steps(rules, village, ()), VillageTally()))


class VillageTally(SilentStep, frozen=True):
    """The step that finds out who is Accused. An impossible count is repeated."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        try:
            accused = count_accusation(village.known.twin(), village.accusation or VoteSheet()).accused
        except RefusedGame:
            return StepResult(village, (*count_again(rules, village, ()), VillageTally()))
        told = host_show(name_accused(rules, accused, led=village.led), "vote")
        if len(village.known.in_play) == TO_CHOOSE or len(accused) < TO_CHOOSE:
            return StepResult(village, (told, Burning()))
        return StepResult(village, (told, Defence(accused)))


class Defence(RowStep[WolfRules, WolfVillage], frozen=True):
    """The step in which the Accused speak. After the last speech the run-off begins."""

    accused: tuple[int, ...]

    def row(self, rules: WolfRules, village: WolfVillage) -> AskingRow[WolfResult]:
        facts, clock = village_facts(village), day_clock(rules, village)
        speech = Count(SPEECH, MINUTE_LEFT if clock else (), facts=facts, foot="key.on", clock=clock)
        yield from hear_accused(rules, self.accused, speech)
        return StepResult(village, (*vote_steps(rules, village, self.accused), Burning()))


class Burning(SilentStep, frozen=True):
    """The step that burns a player. If nobody burns, the box does not say why."""

    def result(self, rules: WolfRules, village: WolfVillage, picks: Picks) -> WolfResult:
        acts = DayActs(village.accusation or VoteSheet(), village.run_off)
        try:
            over = after_votes(village, acts)
        except RefusedGame:
            again = replace(village, run_off=None)
            accused = count_accusation(village.known.twin(), acts.accusation).accused
            return StepResult(again, (*count_again(rules, again, accused), Burning()))
        return StepResult(over, (pyre_show(rules, over),))
