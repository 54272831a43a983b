"""Leads through the parts of a day besides its vote: rounds of talk in which each seat gets the floor, elections of a
mark, and last words. Public knowledge alone decides who speaks, in which order, and for how long."""

from collections.abc import Sequence
from functools import partial
from typing import TypeAlias

from msgspec.structs import replace

from nightcrier.box.games.engine.day_votes import NOBODY, Voting, ask_seats, lead_polls
from nightcrier.box.games.engine.line_ids import word_of
from nightcrier.box.games.engine.model import ElectRow, TalkRound
from nightcrier.box.games.engine.narrated import NarratedRules, own_line, speech_lines
from nightcrier.box.games.engine.public_story import public_facts
from nightcrier.box.games.engine.referee.elections import candidates_of
from nightcrier.box.games.engine.referee.polls import election_polls
from nightcrier.box.games.engine.referee.records import ElectionChoices, Nomination
from nightcrier.box.games.engine.referee.whole_game import election_due
from nightcrier.box.games.engine.speaking import rounds_of_day, speakers
from nightcrier.box.games.engine.village import Village, at_morning, seats_asked
from nightcrier.box.show.agenda import AgendaStep, RowStep, StageStep, StepResult
from nightcrier.box.show.answers import Option, one_value, seats_to_choose
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Call, Say, say_lines, say_whole
from nightcrier.box.show.facts import SeatMark, SeatName, Word
from nightcrier.box.show.speeches import hold_speeches
from nightcrier.box.show.stages import Ask, Perform
from nightcrier.kernel.ids import LineId, role_line, seat_first, seat_line

_Result: TypeAlias = StepResult[Village]


class Elections(RowStep[NarratedRules, Village], frozen=True):
    """The step that holds the elections of a moment one after the other, and announces their results. In elections of
    the moment `before`, nobody has heard yet who died."""

    moment: str

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[_Result]:
        due = election_due(state.dusk, state.choices, self.moment)
        if due is None:
            return StepResult(state)
        voting = replace(due.state, in_play=seats_asked(state, due.state))
        choices = yield from _ask_election(Voting(rules, voting), due.row)
        chosen = replace(state, elections={**state.elections, due.row.id: choices})
        judged = at_morning(chosen, state.dawn)
        village = judged if self.moment == "after" else chosen
        elected = judged.news.elected[due.row.id]
        return StepResult(village, (_told(rules, due.row, elected), Elections(self.moment)))


def _ask_election(voting: Voting, row: ElectRow) -> AskingRow[ElectionChoices]:
    rules, stand = voting.rules, None
    if row.stand:
        yield Perform((Call(rules.named("mark", row.mark)), *say_lines(LineId("elect.stand"))), "vote")
        stand = yield from ask_seats(voting.who, Word("ask.stand"), voting.state.in_play)
        yield from hold_speeches(speech_lines(rules.file), candidates_of(voting.state, row, stand), row.seconds)
    opening = (Call(rules.named("mark", row.mark)), *own_line(rules.file, f"elect.{row.id}"))
    return (yield from lead_polls(voting, election_polls(voting.state, row, stand), opening))


def _told(rules: NarratedRules, row: ElectRow, seat: int | None) -> AgendaStep[NarratedRules, Village]:
    if seat is None:
        return StageStep(Perform((Call(Word("elect.nobody")), Say(LineId("elect.nobody"))), "vote"))
    title = Word("deal.trail", {"role": rules.named("mark", row.mark), "places": SeatMark(seat)})
    said = say_lines(role_line(word_of(rules.file.id, "mark", row.mark)), seat_line(seat))
    return StageStep(Perform((Call(title), *said, *own_line(rules.file, f"mark.{row.mark}")), "vote"))


class TalkInTurns(RowStep[NarratedRules, Village], frozen=True):
    """The step that holds the last words of people who died in the night, if they have any, and each round of talk,
    with nominations."""

    def row(self, rules: NarratedRules, state: Village) -> AskingRow[_Result]:
        facts, words = public_facts(rules, state), rules.file.day.last_words
        if words.night == "always" or (words.night == "first" and state.number == 1):
            died = [seat for seat in sorted(state.news.causes) if seat not in state.left]
            yield from hold_speeches(speech_lines(rules.file, "last-words"), died, words.seconds, facts)
        nominations, began = tuple[Nomination, ...](), 0
        for each in rounds_of_day(rules.file.day, state.number):
            order = yield from _order(rules, state, each)
            began = began or next(iter(order), 0)
            after = partial(_ask_nomination, rules, state) if each.nominates else None
            named = yield from hold_speeches(speech_lines(rules.file), order, each.seconds, facts, after, nominations)
            nominations = tuple(filter(None, named))
        return StepResult(replace(state, nominations=nominations, began=began or state.began))


def _order(rules: NarratedRules, village: Village, row: TalkRound) -> AskingRow[Sequence[int]]:
    """Return who speaks in a round, one after the other. The holder of a mark may be asked for the direction."""
    state, seats = village.state, seats_asked(village, village.state)
    holders = [seat for seat in seats if row.first in state.marks[seat]]
    down = row.way == "down"
    if row.way == "asked" and holders:
        ways = (Option("up", Word("way.up")), Option("down", Word("way.down")))
        lines = seat_first(min(holders), LineId("ask.way"))
        asked = Ask(Voting(rules, state).who, Word("ask.way", {"n": SeatMark(min(holders))}, lines), ways)
        down = one_value((yield asked)) == "down"
    died = sorted(village.night_news.causes) if village.night_news else ()
    return speakers(row, seats, died, village.began, holders, down=down)


def _ask_nomination(
    rules: NarratedRules, village: Village, seat: int, before: Sequence[Nomination | None]
) -> AskingRow[Nomination | None]:
    """Ask whom a seat nominates after its speech. A seat nominates once a day, and nobody is nominated twice."""
    made, own = [each for each in before if each], rules.file.day.to_self
    taken = {each.of for each in made}
    free = [each for each in seats_asked(village, village.state) if each not in taken and (own or each != seat)]
    if not free or seat in {each.by for each in made}:
        return None
    question = Word("ask.nominates", {"n": SeatMark(seat)}, seat_first(seat, LineId("ask.nominates")))
    of = one_value((yield Ask(Voting(rules, village.state).who, question, (NOBODY, *seats_to_choose(free)))))
    if not of:
        return None
    yield Perform((Call(SeatName(int(of))), say_whole(seat_first(int(of), LineId("day.listed")))), "vote")
    return Nomination(seat, int(of))
