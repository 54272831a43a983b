"""Lead a game with paper cards: laying out the cards, night, talk, vote, and the result that people enter.

Before the next game the cards are dealt again, or the box first names the cards that change. A short result says who
won. A full result says who died and who has which card; the referee then explains who won."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Self

from msgspec.structs import replace

from nightcrier.box.games.one_night.after_vote import (
    artifacts_laid,
    cards_held,
    result_picture,
    roles_played,
    verdict_stages,
    who_died,
)
from nightcrier.box.games.one_night.day_and_vote import timed_talk, vote_show
from nightcrier.box.games.one_night.night_show import HELPER, SHUT_AGAIN, night_show
from nightcrier.box.games.one_night.referee.card_state import house_rules, lay_cards
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.games.one_night.rules.deal import Deck, OneNightRules, has_helper
from nightcrier.box.games.one_night.rules.deck_findings import things_beside
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.show.agenda import AgendaGame, RowStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import SKIP, Answer, Option, one_value, seats_to_mark
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import Number, RoleName, Word
from nightcrier.box.show.laying import Laying
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import TABLE, Ask, Marks, Perform, Stage, Tell, winners_stage
from nightcrier.box.show.teaching import Topic
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId, role_line, screen_line

CARDS_DEALT = Tell(TABLE, (Word("lay.dealt"),), (LineId("one-night.deal"),), lays=True)
_DEAL_ANEW = Tell(TABLE, (Word("lay.anew"),), (LineId("one-night.again"),))
"""The step that asks people to deal the cards of the last game or practice again. A step of dealing comes before every
night with paper cards, because the cards may still lie in a pile."""


_HELPER = tuple(LineId(piece.line) for piece in HELPER)


def layout_topics(deck: Deck, book: RoleBook = PRINTED) -> Iterator[Topic]:
    """Yield what people may look up about laying out a deck, in the order of the rulebook."""
    if has_helper(deck):
        yield Topic(Word("lay.helper"), _HELPER)
    yield Topic(Word("lay.deal"), (_lay_line("deal"),))
    for what, role in things_beside(deck, book).items():
        yield Topic(RoleName(role), (LineId(f"one-night.{what}"),))
    yield Topic(Word("lay.look"), (_lay_line("look"),))


def laying_of(deck: Deck, lying: Callable[[Setup], Deck], book: RoleBook, *, first: bool) -> Laying:
    """Return what is said while people lay out a deck. In a `first` game they are also told to look at their card. With
    many players, the dealing begins with the question of who moves the cards."""
    helper = _HELPER if has_helper(deck) else ()
    beside = (LineId(f"one-night.{what}") for what in things_beside(deck, book))
    last = (_lay_line("look"), _lay_line("next")) if first else CARDS_DEALT.lines
    dealing = replace(CARDS_DEALT, lines=(*helper, _lay_line("deal"), *beside, *last))
    return Laying(RoleName, _lay_line, lying, dealing, CARDS_DEALT, _DEAL_ANEW)


_MOST_MINUTES = 5


def told_minutes(last: Tell, minutes: int) -> Tell:
    """Return the last step before the night, with the minutes for which eyes stay shut. If the same cards are dealt
    again, the minutes are only shown, because people have heard them before."""
    said = LineId(f"one-night.minutes.{minutes if minutes <= _MOST_MINUTES else 'more'}")
    lines = last.lines if last.lines == _DEAL_ANEW.lines else (*last.lines, said)
    return replace(last, title=Word("lay.minutes", {"n": Number(minutes)}), lines=lines)


def _lay_line(step: str) -> LineId:
    return LineId(f"one-night.lay.{step}")


SEAT_ONE = LineId("one-night.before.seats")
_ALL_WAYS = YES, SHORT, NO = "yes", "short", "no"
_WAYS = LineId("ask.result.ways")


class PaperPlay(AgendaGame[OneNightRules, None], frozen=True):
    def answer(self, value: Answer) -> Self:
        """Return the game after an answer. BACK later shows the skipped steps one by one."""
        if value != SKIP or not isinstance(self.now, Tell):
            return super().answer(value)
        past = super().answer("")
        return past.answer(SKIP) if isinstance(past.now, Tell) and past.now.skip else past


class Reckoning(RowStep[OneNightRules, None], frozen=True):
    """The step that asks for the result. People enter the result at the box or by phone. With `counts_seats` the first
    question about seats says who has seat one."""

    counts_seats: bool = False

    def row(self, rules: OneNightRules, state: None) -> AskingRow[StepResult[None]]:
        """Ask for the result, unless the table does not want to enter one. BACK at the first question also ends the
        questions. A table that has already answered this evening is not asked aloud, and finds its answer preselected;
        a table that knows the deck does not hear the possible answers."""
        ways = tuple(Option(way, Word(f"ask.result.{way}")) for way in _ALL_WAYS)
        said = (_WAYS if rules.fresh else screen_line("ask.result"),)
        asked = Ask(TABLE, Word("ask.result"), ways, lines=said, back=True, lasts=True)
        if rules.result:
            asked = replace(asked, start=_ALL_WAYS.index(rules.result), lines=(), signal="tick")
        way = one_value((yield asked))
        if way not in {YES, SHORT}:
            return StepResult(None)
        beyond = [role for role in dict.fromkeys(rules.deck) if not rules.book.rows[role].judged]
        if way == YES and beyond:
            why = Word("ask.not-judged", {"role": RoleName(beyond[0])})
            yield Tell(TABLE, (why,), (LineId("ask.not-judged"), role_line(beyond[0])))
        counted = (SEAT_ONE,) if self.counts_seats else ()
        told = yield from (_judge_answers if way == YES and not beyond else _ask_winners)(rules, counted)
        return StepResult(None, tuple(map(StageStep, told)))

    def stage(self, rules: OneNightRules, state: None) -> Stage | None:
        stage = super().stage(rules, state)
        judged = self.answers[:1] == ((YES,),) and all(rules.book.rows[role].judged for role in rules.deck)
        picture = result_picture(rules.deck, rules.players, rules.book) if judged else None
        return replace(stage, of_result=bool(self.answers), picture=picture) if isinstance(stage, Ask) else stage


def begin_paper(rules: OneNightRules, dealt: Iterable[Tell], *, counts_seats: bool = False) -> PaperPlay:
    """Return the game at its first stage. With `counts_seats` the questions about its result say who has seat one.
    After the night the table remembers that the cards of this deck are laid out."""
    deck, options = rules.deck, rules.options
    show = night_show(deck, options, SeededChance(rules.seed), rules.fresh, rules.book, rules.taught)
    night = Perform(show, shut=SHUT_AGAIN)
    talk = timed_talk(deck, rules.players, options)
    vote = Perform(vote_show(deck, rules.players, options, rules.fresh), "vote")
    day = (StageStep(night, settles=True), StageStep(talk), StageStep(vote), Reckoning(counts_seats=counts_seats))
    return at_first_stage(PaperPlay(rules, None, (*map(StageStep, dealt), *day)))


def _said_after(counted: tuple[LineId, ...], question: str) -> tuple[LineId, ...]:
    """Return the lines for a question that comes after the `counted` lines, or none if there are no such lines."""
    return (*counted, screen_line(question)) if counted else ()


def _ask_winners(rules: OneNightRules, counted: tuple[LineId, ...]) -> AskingRow[tuple[Stage, ...]]:
    players = rules.players
    seats = seats_to_mark(range(1, players + 1), 0)
    marked = yield Ask(TABLE, Word("ask.won"), seats, lines=_said_after(counted, "ask.won"), marks=Marks(0, players))
    return (winners_stage(tuple(map(int, marked)), players),)


def _judge_answers(rules: OneNightRules, counted: tuple[LineId, ...]) -> AskingRow[tuple[Stage, ...]]:
    """Ask for deaths and cards, let the referee judge, and announce who died."""
    deaths = yield from who_died(rules.players, _said_after(counted, "ask.dead"))
    cards = yield from cards_held(rules.deck, rules.players, votes=deaths.votes is not None, book=rules.book)
    plays = yield from roles_played(rules.deck, cards, rules.book)
    artifacts = yield from artifacts_laid(rules.deck, cards, plays)
    rest = list((Counter(rules.deck) - Counter(cards)).elements())[:3]
    lying = lay_cards(cards, rest, None, house_rules(rules.options), plays, rules.book)
    laid = replace(lying, artifacts=tuple(map(artifacts.get, range(rules.players))))
    return verdict_stages(judge_round(PlayedRound(laid, votes=deaths.votes, dead=deaths.dead)), rules.players)
