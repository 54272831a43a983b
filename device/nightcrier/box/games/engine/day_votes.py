"""Asks how a vote ended. All see the hands, so whoever holds the glass counts them, and says who is voted out. A
moderator says how many hands each seat got. Where a vote may weigh more or less than another, which nobody may learn by
this, each vote is asked for."""

from collections.abc import Collection, Sequence

from nightcrier.box.games.engine.dealt_choices import known_roles
from nightcrier.box.games.engine.hosted.host_steps import ask_hands
from nightcrier.box.games.engine.narrated import NarratedRules, day_vote_show
from nightcrier.box.games.engine.referee.records import Ballot, CountedHands, DayChoices, Nomination
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.box.games.engine.referee.votes import accused_by
from nightcrier.box.show.answers import NONE_OF_THEM, Option, Picks, one_value, seats_to_choose
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Show, say_whole
from nightcrier.box.show.facts import Fact, SeatMark, Word, seats_joined
from nightcrier.box.show.stages import HOST, TABLE, Ask, Marks, Perform, Tell
from nightcrier.kernel.ids import LineId, screen_line, seat_first, seats_say

_NOBODY = Option(NONE_OF_THEM, Word("nobody"))
_TO_ACCUSE = 2
"""The fewest seats between which a run-off decides."""


def ask_votes(rules: NarratedRules, state: Standing, day: int) -> AskingRow[DayChoices]:
    """Lead through the vote of a day, and ask whoever holds the glass what came of it."""
    scheme, who = rules.file.day.vote, HOST if rules.led else TABLE
    if scheme == "none":
        return DayChoices()
    yield Perform(day_vote_show(rules, known=day > 1), "vote")
    weighed = _is_weighed(rules)
    if scheme == "run-off":
        return (yield from _ask_run_off(rules, state, who, weighed))
    if not (weighed or rules.led):
        return DayChoices(out=(yield from _ask_out(rules, who, state.in_play)))
    if scheme == "nomination":
        return DayChoices(nominations=(yield from _ask_nominations(state, who)))
    return DayChoices(votes=(yield from _ask_counts(state, (), who, weighed)))


def _is_weighed(rules: NarratedRules) -> bool:
    """Say whether votes may differ in weight: by what everybody knows, and not by who has which role."""
    file = rules.file
    roles = any(file.roles[role].votes != 1 for role in known_roles(rules))
    return roles or any(mark.votes is not None for mark in file.marks.values())


def _ask_run_off(rules: NarratedRules, state: Standing, who: int, weighed: bool) -> AskingRow[DayChoices]:
    votes: Ballot | CountedHands = {}
    counted = weighed or rules.led
    if counted:
        votes = yield from _ask_counts(state, (), who, weighed)
        accused: Sequence[int] = accused_by(state, votes)
    else:
        accused = yield from _ask_seats(who, Word("house.ask.accused"), state.in_play)
    if len(accused) < _TO_ACCUSE:
        return DayChoices(votes) if counted else DayChoices(out=accused)
    yield Perform((*_accused_cues(accused), *day_vote_show(rules, known=True)[1:]), "vote")
    if not counted:
        return DayChoices(out=(yield from _ask_out(rules, who, accused)))
    return DayChoices(votes, (yield from _ask_counts(state, accused, who, weighed)))


def _ask_counts(state: Standing, accused: Sequence[int], who: int, weighed: bool) -> AskingRow[Ballot | CountedHands]:
    """Ask for each vote if votes are weighed, and else for the hands that each seat gets, until all are counted. In a
    run-off only those vote who are not accused, and for the accused."""
    voting = [seat for seat in state.in_play if seat not in accused]
    if weighed:
        return (yield from _ask_ballot(voting, accused or voting, who))
    while True:
        hands = dict[int, int]()
        for seat in accused or voting:
            if sum(hands.values()) == len(voting):
                break
            asked = ask_hands(who, seat, len(voting), lines=seat_first(seat))
            hands[seat] = int(one_value((yield asked)))
        if sum(hands.values()) <= len(voting):
            return CountedHands(hands)
        yield Tell(who, (Word("house.count-again"),), (screen_line("house.count-again"),))


def _accused_cues(accused: Sequence[int]) -> Show:
    title = Word("house.accused", {"seats": seats_joined(accused)})
    return (Call(title), say_whole(seats_say(accused, "accused")))


def _ask_out(rules: NarratedRules, who: int, seats: Collection[int]) -> AskingRow[tuple[int, ...]]:
    """Ask who is voted out. Only where all who lead are out in a tie, several may be."""
    question, day = Word("ask.out"), rules.file.day
    if day.tie == "all" or day.vote == "three":
        return (yield from _ask_seats(who, question, seats))
    return _seats_in((yield Ask(who, question, (_NOBODY, *seats_to_choose(seats)))))


def _ask_seats(who: int, question: Fact, seats: Collection[int]) -> AskingRow[tuple[int, ...]]:
    """Ask for any number of these seats."""
    options = (_NOBODY, *seats_to_choose(seats))
    return _seats_in((yield Ask(who, question, options, marks=Marks(0, len(seats)))))


def _ask_ballot(voting: Sequence[int], open_to: Sequence[int], who: int) -> AskingRow[Ballot]:
    """Ask for whom each of these seats votes."""
    votes = dict[int, Sequence[int]]()
    for seat in voting:
        question = Word("ask.vote", {"n": SeatMark(seat)}, seat_first(seat, LineId("ask.vote")))
        picks = yield Ask(who, question, (_NOBODY, *seats_to_choose(other for other in open_to if other != seat)))
        votes[seat] = _seats_in(picks)
    return votes


def _ask_nominations(state: Standing, who: int) -> AskingRow[tuple[Nomination, ...]]:
    """Ask for each nomination: of whom, by whom, and whose hands are up."""
    made, free, able = tuple[Nomination, ...](), set(state.in_play), set(state.in_play)
    while of := _seats_in((yield Ask(who, Word("ask.nominated"), (_NOBODY, *seats_to_choose(_nominable(free, able)))))):
        by = one_value((yield Ask(who, Word("ask.nominated-by"), seats_to_choose(sorted(able.difference(of))))))
        hands = yield from _ask_seats(who, Word("house.ask.hands", {"n": SeatMark(of[0])}), state.in_play)
        made = (*made, Nomination(int(by), of[0], hands))
        free, able = free.difference(of), able - {int(by)}
    return made


def _nominable(free: Collection[int], able: Collection[int]) -> list[int]:
    """Return whom somebody may still nominate: each seat is nominated once, and nominates another one once."""
    return sorted(seat for seat in free if any(other != seat for other in able))


def _seats_in(picks: Picks) -> tuple[int, ...]:
    return tuple(int(value) for value in picks if value)
