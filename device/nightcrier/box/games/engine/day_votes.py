"""Asks how a vote ended. Everybody sees the hands, so whoever holds the glass counts them and enters who is voted out.
A moderator enters how many hands each seat got. If votes may differ in weight, every single vote is asked for, because
nobody may find out the weights. Secret votes are dialed or written, and their sums announced (`secret_votes`)."""

from collections.abc import Collection, Generator, Sequence
from typing import TypeVar, cast

from msgspec import Struct

from nightcrier.box.games.engine.dealt_choices import known_roles
from nightcrier.box.games.engine.hosted.host_steps import ask_hands
from nightcrier.box.games.engine.model import Weight
from nightcrier.box.games.engine.narrated import NarratedRules, day_vote_show, line_by_day, speech_lines
from nightcrier.box.games.engine.referee.polls import PollAnswer, day_polls
from nightcrier.box.games.engine.referee.records import CountedHands, DayChoices, Nomination, Votes
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.box.games.engine.referee.votes import Poll, weight_of
from nightcrier.box.games.engine.secret_votes import ask_sum, dial_votes, tell_sums
from nightcrier.box.show.answers import NONE_OF_THEM, Option, Picks, one_value, seats_to_choose
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Say, Show, say_whole
from nightcrier.box.show.facts import Fact, SeatMark, Word, seats_joined
from nightcrier.box.show.speeches import hold_speeches
from nightcrier.box.show.stages import HOST, TABLE, Ask, Marks, Perform, Tell
from nightcrier.kernel.ids import LineId, screen_line, seat_first, seats_say

NOBODY = Option(NONE_OF_THEM, Word("nobody"))
_Voted = TypeVar("_Voted")
_TO_ACCUSE = 2
"""The minimum number of seats in a run-off."""


class Voting(Struct, frozen=True):
    """A vote under way: the state of the game, the rules by which the vote is taken, and whether the vote is secret."""

    rules: NarratedRules
    state: Standing
    secret: bool = False

    @property
    def who(self) -> int:
        return HOST if self.rules.led else TABLE

    @property
    def of_leaders(self) -> bool:
        """Say whether people only enter who has the most votes: everybody sees the hands, so no numbers are needed."""
        day = self.rules.file.day
        at_once = day.vote not in ("listed", "run-off") and day.need == "most"
        return at_once and not (self.rules.led or self.secret)


def ask_votes(
    rules: NarratedRules, state: Standing, day: int, nominations: Sequence[Nomination] = ()
) -> AskingRow[DayChoices]:
    """Lead through the vote of a day, and ask whoever holds the glass for its result."""
    day_row, voting = rules.file.day, Voting(rules, state, rules.file.day.ballots == "secret")
    if day_row.vote == "none":
        return DayChoices()
    opening = day_vote_show(rules, known=day > 1)
    pleads = day_row.vote == "nomination" and day_row.defence
    if not (rules.led or pleads or _is_weighed(rules) or _follows_ties(rules)):
        yield Perform(opening, "vote")
        return DayChoices(out=(yield from _ask_out(voting)))
    if day_row.vote == "nomination":
        yield Perform(opening, "vote")
        nominations = yield from _ask_nominations(voting)
    return (yield from lead_polls(voting, day_polls(state, nominations), opening))


def _follows_ties(rules: NarratedRules) -> bool:
    """Say whether the box leads through each poll, because of a list, a secret ballot, or what follows a tie."""
    day = rules.file.day
    return bool(day.vote == "listed" or day.again or day.tie_by or day.tie == "lift" or day.ballots == "secret")


def lead_polls(voting: Voting, polls: Generator[Poll, PollAnswer, _Voted], opening: Show) -> AskingRow[_Voted]:
    """Lead through polls, each of which follows from the polls before, and return their final result."""
    try:
        poll, number = next(polls), 0
        while True:
            number += 1
            poll = polls.send((yield from _ask_poll(voting, poll, opening, number)))
    except StopIteration as end:
        return cast("_Voted", end.value)


def _ask_poll(voting: Voting, poll: Poll, opening: Show, number: int) -> AskingRow[PollAnswer]:
    """Lead through one poll, the `number`-th of its vote, and ask for its result. Announce a secret poll's sums."""
    rules, state = voting.rules, voting.state
    match poll.what:
        case "decide":
            (decider,) = poll.barred
            question = Word("ask.decides", {"n": SeatMark(decider)}, seat_first(decider, LineId("ask.decides")))
            return _seats_in((yield Ask(voting.who, question, (NOBODY, *seats_to_choose(poll.among)))))
        case "lift":
            yield Perform((Call(Word("ask.lift")), Say(line_by_day(rules.file, "lift", LineId("vote.lift")))), "vote")
            return (yield from ask_seats(voting.who, Word("ask.lift"), state.in_play))
        case "again":
            title = Word("vote.tied", {"seats": seats_joined(poll.among)})
            yield Perform((Call(title), say_whole(seats_say(poll.among, "tied"))), "vote")
            yield from hold_speeches(speech_lines(rules.file, "defence"), poll.among, rules.file.day.defence)
            opening = day_vote_show(rules, known=True)
        case "run-off":
            opening = yield from _accuse(voting, poll.among)
    if voting.secret and not rules.led:
        votes = yield from dial_votes(rules, state, poll, number)
    else:
        yield Perform(opening, "vote")
        votes = yield from _ask_counts(voting, poll.among, poll.barred, weighed=_is_weighed(rules))
    if voting.secret:
        yield from tell_sums(rules, state, poll, votes)
    return votes


def _is_weighed(rules: NarratedRules) -> bool:
    """Say whether votes may differ in weight, judged by public knowledge and not by who has which role."""
    file = rules.file
    roles = any(file.roles[role].votes != 1 for role in known_roles(rules))
    return roles or any(mark.votes is not None for mark in file.marks.values())


def _accuse(voting: Voting, accused: Sequence[int]) -> AskingRow[Show]:
    """Announce who is accused, and let the accused speak if the game allows it. Return the show of the vote on them,
    which names them again unless the vote is dialed in secret."""
    rules, defence = voting.rules, voting.rules.file.day.defence
    named = Call(Word("house.accused", {"seats": seats_joined(accused)})), say_whole(seats_say(accused, "accused"))
    if defence or voting.secret:
        yield Perform(named, "vote")
    yield from hold_speeches(speech_lines(rules.file, "defence"), accused, defence)
    opening = day_vote_show(rules, known=True)
    return opening if voting.secret else (*named, *opening[1:])


def _ask_counts(vote: Voting, among: Sequence[int], barred: Collection[int], *, weighed: bool) -> AskingRow[Votes]:
    """Ask for the vote of each seat if votes differ in weight, and otherwise for the number of hands for each seat,
    until all votes are counted. If votes that nobody casts count for the last seat, that seat is not asked about."""
    day, voting = vote.rules.file.day, [seat for seat in vote.state.in_play if seat not in barred]
    if weighed and not vote.secret:
        return (yield from _ask_ballot(vote, voting, among))
    if vote.of_leaders:
        return CountedHands(dict.fromkeys((yield from ask_seats(vote.who, Word("ask.most"), among)), 1))
    weights = [weight_of(vote.state, seat) for seat in voting]
    while True:
        sums = dict[int, Weight]()
        for seat in among[:-1] if day.rest == "last" else among:
            if sum(sums.values()) == sum(weights):
                break
            hands = ask_hands(vote.who, seat, len(voting), lines=seat_first(seat))
            asked = ask_sum(vote.who, seat, weights) if vote.secret else hands
            sums[seat] = float(one_value((yield asked)))
        if sum(sums.values()) <= sum(weights):
            return CountedHands(sums)
        yield Tell(vote.who, (Word("house.count-again"),), (screen_line("house.count-again"),))


def _ask_out(voting: Voting) -> AskingRow[tuple[int, ...]]:
    """Ask who is voted out; in a run-off, one of the accused. Several may be out only if a tie puts out all leaders."""
    question, day, seats = Word("ask.out"), voting.rules.file.day, tuple(voting.state.in_play)
    if day.vote == "run-off":
        seats = yield from ask_seats(voting.who, Word("house.ask.accused"), seats)
        if len(seats) < _TO_ACCUSE:
            return seats
        yield Perform((yield from _accuse(voting, seats)), "vote")
    if day.tie == "all" or day.vote == "three":
        return (yield from ask_seats(voting.who, question, seats))
    return _seats_in((yield Ask(voting.who, question, (NOBODY, *seats_to_choose(seats)))))


def ask_seats(who: int, question: Fact, seats: Collection[int]) -> AskingRow[tuple[int, ...]]:
    """Ask people to choose any number of these seats, or none."""
    options = (NOBODY, *seats_to_choose(seats))
    return _seats_in((yield Ask(who, question, options, marks=Marks(0, len(seats)))))


def _ask_ballot(vote: Voting, voting: Sequence[int], open_to: Sequence[int]) -> AskingRow[Votes]:
    votes, own = dict[int, Sequence[int]](), vote.rules.file.day.to_self
    for seat in voting:
        question = Word("ask.vote", {"n": SeatMark(seat)}, seat_first(seat, LineId("ask.vote")))
        others = [other for other in open_to if own or other != seat]
        picks = yield Ask(vote.who, question, (NOBODY, *seats_to_choose(others)))
        votes[seat] = _seats_in(picks)
    return votes


def _ask_nominations(voting: Voting) -> AskingRow[tuple[Nomination, ...]]:
    """Ask for the nominations: who is nominated, by whom, and whose hands are up. A seat can be nominated once, and can
    nominate another seat once."""
    rules, state, who = voting.rules, voting.state, voting.who
    made, free, able = tuple[Nomination, ...](), set(state.in_play), set(state.in_play)
    while True:
        left = sorted(seat for seat in free if able - {seat})
        of = _seats_in((yield Ask(who, Word("ask.nominated"), (NOBODY, *seats_to_choose(left)))))
        if not of:
            return made
        by = one_value((yield Ask(who, Word("ask.nominated-by"), seats_to_choose(sorted(able.difference(of))))))
        yield from hold_speeches(speech_lines(rules.file, "defence"), of, rules.file.day.defence)
        hands = yield from ask_seats(who, Word("house.ask.hands", {"n": SeatMark(of[0])}), state.in_play)
        made = (*made, Nomination(int(by), of[0], hands))
        free, able = free.difference(of), able - {int(by)}


def _seats_in(picks: Picks) -> tuple[int, ...]:
    return tuple(int(value) for value in picks if value)
