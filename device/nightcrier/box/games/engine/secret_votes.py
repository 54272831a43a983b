"""Lets people vote in secret, and announces only the sums. If the box deals, every seat in play comes to the glass, one
after the other, and dials once in equal time, whether or not its vote counts. If people lead the game, they vote on
slips, and the leader enters the sums."""

from collections.abc import Iterator, Sequence

from nightcrier.box.games.engine.dealt_choices import LEAVE, place_options, place_value
from nightcrier.box.games.engine.model import Weight
from nightcrier.box.games.engine.narrated import NarratedRules, vote_opening
from nightcrier.box.games.engine.referee.records import Votes
from nightcrier.box.games.engine.referee.standing import Standing
from nightcrier.box.games.engine.referee.votes import Poll, count_votes
from nightcrier.box.games.engine.secret_turns import SeatTurn, box_window, marked_list, seats_called, under_bed
from nightcrier.box.show.answers import Option
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import say_lines
from nightcrier.box.show.facts import Fact, Joined, Number, RoleName, SeatMark, SeatName, Word, fact_lines
from nightcrier.box.show.stages import TABLE, Ask, Perform, Tell
from nightcrier.kernel.chance import derive_seed
from nightcrier.kernel.ids import LineId, seat_first

_HOW, _COME = LineId("deal.vote.open"), LineId("deal.come.vote")
_AND_A_HALF = Word("vote.half", said=(LineId("vote.half"),))
_WHOLE, _LEAST = 22.0, 8.0
"""The seconds of the longest and of the shortest turn of a voting seat."""
_A_PAGE = 4
"""The number of sums that fit well on one page."""


def dial_votes(rules: NarratedRules, state: Standing, poll: Poll, number: int) -> AskingRow[Votes]:
    """Let each seat in play dial its vote in a poll, the `number`-th of the day. A seat that is barred, or does not
    come, gets the same time and votes for nobody."""
    called = seats_called([seat - 1 for seat in state.in_play], rules.paced(_WHOLE), rules.paced(_LEAST), _COME)
    show = (*vote_opening(rules), *say_lines(_HOW), *under_bed(called))  # it is equal for every deal and every vote
    votes = dict[int, Sequence[int]]()
    places = {place_value(place): place for place in poll.among}
    entries, to_self = (*place_options(poll.among), Option(LEAVE, Word("nobody"))), rules.file.day.to_self
    for seat in state.in_play:
        shut = {*places} if seat in poll.barred else set[str]() if to_self else {place_value(seat)}
        own = [each for each in entries if each.value not in shut]
        dial = marked_list(entries, own, derive_seed(rules.seed, f"ballot {state.number} {number} {seat}"))
        picks = yield Perform(show, "vote", {box_window(seat - 1): SeatTurn(seat - 1, (dial,), reads=False)})
        votes[seat] = [places[value] for value in picks if value in places]
    yield Perform(show, "vote")
    return votes


def ask_sum(who: int, seat: int, weights: Sequence[Weight]) -> Ask:
    """Return the question for the total weight of the slips that name a seat, among votes with these weights."""
    step = 1 if any(weight % 1 for weight in weights) else 2
    sums = [half / 2 for half in range(0, int(2 * sum(weights)) + 1, step)]
    options = tuple(Option(f"{each:g}", _sum_fact(each)) for each in sums)
    return Ask(who, Word("ask.slips", {"n": SeatMark(seat)}), options, lines=seat_first(seat))


def tell_sums(rules: NarratedRules, state: Standing, poll: Poll, votes: Votes) -> Iterator[Tell]:
    """Yield what everybody hears about a secret vote: what each seat has got, unless nobody has voted."""
    rest = poll.among[-1] if rules.file.day.rest == "last" else 0
    counts = sorted(count_votes(state, votes, poll.among, poll.barred, rest).items())
    facts = [Word("deal.trail", {"role": SeatName(seat), "places": _sum_fact(votes)}) for seat, votes in counts]
    pages = tuple(Joined(tuple(facts[at : at + _A_PAGE])) for at in range(0, len(facts), _A_PAGE))
    if pages:
        yield Tell(TABLE, pages, fact_lines(Joined(pages)), title=RoleName("vote"))


def _sum_fact(votes: Weight) -> Fact:
    return Joined((Number(int(votes)), _AND_A_HALF), "") if votes % 1 else Number(int(votes))
