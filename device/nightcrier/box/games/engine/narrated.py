"""Narrates a game with cards: the calls of a night with their times, the talk, the vote, and the next night. People see
for themselves who is out and who wins; the box only asks whether the game goes on."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from nightcrier.box.games.engine.calls import calls_of_night, is_many
from nightcrier.box.games.engine.hosted.host_steps import goes_on
from nightcrier.box.games.engine.line_ids import NameKind, call_line, file_line, word_of
from nightcrier.box.games.engine.model import CallRow, GameFile, Selection
from nightcrier.box.games.engine.sayings import PARTS, can_say, can_tell, has_name
from nightcrier.box.show.agenda import (
    AgendaGame,
    AgendaStep,
    RowStep,
    SilentStep,
    StageStep,
    StepResult,
    at_first_stage,
)
from nightcrier.box.show.answers import Picks
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import DAYBREAK, GONG, NIGHTFALL, SILENCE, Call, Gap, Say, Show, Window, point_and_count
from nightcrier.box.show.facts import Fact, RoleName, Word
from nightcrier.box.show.laying import Laying
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.speeches import SpeechLines
from nightcrier.box.show.stages import TABLE, Count, Perform, Tell, half_way
from nightcrier.kernel.ids import LineId, Seconds, screen_line


def _lay_line(step: str) -> LineId:
    return screen_line(f"lay.{step}")


PACES: Mapping[str, float] = {"slow": 1.5, "normal": 1.0, "fast": 0.8}
"""The factor by which each pace stretches or shortens the windows of the file."""
_RULE_NIGHTS = 2
_ASLEEP, _BETWEEN, _AWAKE, _TO_CHOOSE = Gap(2.0), Gap(1.25), Gap(0.5), Gap(3.0)
_WARNINGS = ((60.0, LineId("day.one-minute")), (30.0, LineId("day.thirty-seconds")))
_CARDS_DEALT, _DEAL_ANEW = (
    Tell(TABLE, (Word(f"lay.{step}"),), (_lay_line(step),), lays=step == "dealt") for step in ("dealt", "anew")
)


class NarratedRules(Struct, frozen=True):
    """Holds the facts of a game that never change. All chance follows from `seed`. With `led`, there is a moderator."""

    file: GameFile
    players: int
    deck: tuple[str, ...]
    switches: Mapping[str, bool] = {}
    pace: str = "normal"
    seed: int = 0
    led: bool = False

    def calls(self, night: int) -> tuple[CallRow, ...]:
        return calls_of_night(self.file, self.deck, self.players, night, self.switches)

    def role_fact(self, role: str) -> Fact:
        return self.named("role", role)

    def named(self, kind: NameKind, name: str) -> Fact:
        return RoleName(word_of(self.file.id, kind, name))

    def paced(self, seconds: Seconds) -> Seconds:
        """Return the length of a window at the chosen pace."""
        return float(round(seconds * PACES[self.pace]))


Narrated: TypeAlias = "AgendaGame[NarratedRules, int]"
"""A game under way, whose state is the number of the night."""
_Step: TypeAlias = AgendaStep[NarratedRules, int]


def file_laying(fact: Callable[[str], Fact], lying: Callable[[Setup], tuple[str, ...]]) -> Laying:
    """Return the words and facts for laying out the cards of a game in a file."""
    return Laying(fact, _lay_line, lying, _CARDS_DEALT, _CARDS_DEALT, _DEAL_ANEW)


def begin_narrated(rules: NarratedRules, laid: Iterable[Tell] = (_CARDS_DEALT,)) -> Narrated:
    """Return the game at its first stage, which asks whether cards are dealt, because they may still lie in a pile."""
    return at_first_stage(AgendaGame(rules, 0, (*map(StageStep, laid), _Round())))


class _Round(SilentStep, frozen=True):
    """The step that adds a night and its day."""

    def result(self, rules: NarratedRules, night: int, picks: Picks) -> StepResult[int]:
        return StepResult(night + 1, (*_round_steps(rules, night + 1),), settles=True)


def _round_steps(rules: NarratedRules, night: int) -> Iterator[_Step]:
    yield StageStep(Perform(narrated_night(rules, night), shut=(file_line(rules.file.id, "open"),)), settles=True)
    if talk := own_line(rules.file, "day"):
        yield StageStep(Perform((Call(RoleName("dawn")), *talk), "dawn"))
    yield StageStep(day_talk(rules, night))
    if rules.file.day.vote != "none":
        yield StageStep(Perform(day_vote_show(rules, known=night > 1), "vote"))
    if rules.file.many_nights or rules.file.day.vote == "none" or rules.file.outcomes:
        yield _GoesOn()


class _GoesOn(RowStep[NarratedRules, int], frozen=True):
    """The step that asks whether the game goes on, because the box does not know who is out. A game of one night that
    ends away from the box goes on with its talk: without the question, another press of START would shut all eyes."""

    def row(self, rules: NarratedRules, state: int) -> AskingRow[StepResult[int]]:
        again = (_Round(),) if rules.file.many_nights else (StageStep(day_talk(rules, state)), _GoesOn())
        if rules.file.outcomes:
            from nightcrier.box.games.engine.outcomes import ask_outcome  # no game that is led or dealt needs it here

            verdict = yield from ask_outcome(rules.file, rules.deck, rules.players)
            return StepResult(state, (StageStep(verdict),) if verdict else again)
        return StepResult(state, again if (yield from goes_on()) else ())


def narrated_night(rules: NarratedRules, night: int) -> Show:
    """Return the show of a night. Its calls and their times follow from the public deck and the number of the night."""
    file = rules.file
    calls: Show = ()
    for call in rules.calls(night):
        title, window = Call(call_title(file, call, rules.deck)), Window(call.id, rules.paced(call.seconds))
        wake, close = (said_in_call(rules, call, part, night) for part in PARTS)
        calls = (*calls, title, *wake, window, *close)
    dawn = (Call(RoleName("dawn")), SILENCE, DAYBREAK, Say(file_line(file.id, "dawn")), _AWAKE)
    return (*nightfall_show(file), *calls, *dawn)


def nightfall_show(file: GameFile) -> Show:
    return (Call(RoleName("night")), *NIGHTFALL, Say(file_line(file.id, "open")), GONG, _ASLEEP)


def said_in_call(rules: NarratedRules, call: CallRow, part: str, night: int) -> Show:
    """Return the cues of the `wake` or the `close` of a call. The rule of the call follows the wake until people know
    it by heart. After a close there is a short pause before the next call."""
    file, met = rules.file, call.meets.of if call.meets else None
    form = is_many(file, call.who, rules.deck), met is not None and is_many(file, met, rules.deck)
    is_said = any(can_say(words, call, part) for words in file.words.values())
    said = (Say(call_line(file, call, part, form)),) if is_said else ()
    if part == "close":
        return (*said, _BETWEEN)
    return (*said, *own_line(file, f"{call.id}.rule")) if night <= _RULE_NIGHTS else said


def call_title(file: GameFile, call: CallRow, deck: Collection[str] = ()) -> Fact:
    """Return the name of those who are called, in the form for several people if the deck has several. If no language
    has a name for them, return the name of the game."""
    return _called_title(file, call, is_many(file, call.who, deck))


def _called_title(file: GameFile, call: CallRow, many: bool) -> Fact:
    named = _is_named(file, call.id, call.who)
    return RoleName(word_of(file.id, "call", call.id, many)) if named else Word(f"game.{file.id}")


def met_title(file: GameFile, call: CallRow, many: bool) -> Fact:
    """Return the name of those whom a call meets, or else of those who are called, in the form for several people if
    several are met. If the file lists several roles, each met seat may have any of them, so the form for one person
    stays: it may say "or"."""
    of = call.meets.of if call.meets else None
    if of and _is_named(file, f"{call.id}.of", of):
        return RoleName(word_of(file.id, "met", call.id, many and len(of.names) == 1))
    return _called_title(file, call, many)


def _is_named(file: GameFile, key: str, who: Selection) -> bool:
    return any(has_name(words, key, who) for words in file.words.values())


def day_talk(rules: NarratedRules, night: int) -> Count:
    """Return the talk after a night: with the clock of the file, or without a time limit."""
    seconds = float(rules.file.day.clock(rules.players, night))
    foot = "key.on" if rules.file.day.vote == "none" else "key.vote"
    return Count(seconds or None, (*half_way(seconds), *_WARNINGS) if seconds else (), foot=foot)


def day_vote_show(rules: NarratedRules, *, known: bool) -> Show:
    """Return the show of the vote. Everybody points at once and counts, unless seats are nominated one after the other,
    or people vote in secret, on slips. If `known`, people remember from the vote before how to point."""
    if rules.file.day.ballots == "secret":
        return vote_opening(rules, LineId("vote.slips"))
    if rules.file.day.vote in ("nomination", "listed"):
        return vote_opening(rules)
    how = LineId("vote.open.short" if known else "vote.open")
    return (*vote_opening(rules, how), _TO_CHOOSE, *point_and_count(rules.players))


def vote_opening(rules: NarratedRules, *how: LineId) -> Show:
    """Return the beginning of a vote: the line of the file, or else the end of the talk and how people vote."""
    usual = map(Say, (LineId("day.over"), *how))
    return (Call(RoleName("vote")), GONG, *(own_line(rules.file, "vote") or usual))


def line_by_day(file: GameFile, line: str, usual: LineId) -> LineId:
    """Return a line of a led day: the file's own, if the file has it in all its languages, or else the usual one."""
    own = all(line in words.lines for words in file.words.values())
    return file_line(file.id, line) if own else usual


def speech_lines(file: GameFile, floor: str = "floor") -> SpeechLines:
    """Return the lines of the speeches, with the line `floor` for giving the floor."""
    usual = {"floor": "day.floor", "warn": "day.warn", "over": "day.thanks", "defence": "day.defend"}
    usual["last-words"] = "dead.last-words"
    return SpeechLines(*(line_by_day(file, line, LineId(usual[line])) for line in (floor, "warn", "over")))


def own_line(file: GameFile, line: str) -> Show:
    """Return the cue for a line that only the file can have. The line of an end or election may be made from names."""
    able = can_tell if line.startswith(("end.", "elect.")) else lambda _, own, words: own in words.lines
    return (Say(file_line(file.id, line)),) if any(able(file, line, words) for words in file.words.values()) else ()
