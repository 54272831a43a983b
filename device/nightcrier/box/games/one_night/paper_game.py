"""Lead a game with paper cards: laying out the cards, night, talk, vote, and the result that people enter.

Before the next game the cards are dealt again, or the box first names the cards that change. A short result says who
won. A full result says who died and who has which card; the referee then explains who won."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Self

from msgspec.structs import replace

from nightcrier.box.games.one_night.after_vote import (
    artifacts_laid,
    cards_held,
    result_picture,
    roles_played,
    seats_to_mark,
    verdict_stage,
    who_died,
    winners_stage,
)
from nightcrier.box.games.one_night.day_and_vote import day_talk, vote_show
from nightcrier.box.games.one_night.night_show import HELPER, WHOSE_LEFT, night_show
from nightcrier.box.games.one_night.referee.card_state import house_rules, lay_cards
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.games.one_night.rules.deal import Deck, OneNightRules, has_helper, in_order
from nightcrier.box.games.one_night.rules.deck_findings import things_beside
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.show.agenda import AgendaGame, RowStep, StageStep, StepResult, at_first_stage
from nightcrier.box.show.answers import SKIP, Answer, Option, one_value
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.facts import Fact, Number, RoleName, Word
from nightcrier.box.show.stages import TABLE, Ask, Marks, Perform, Stage, Tell, Verdict
from nightcrier.box.show.teaching import Topic
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import LineId, number_line, role_line

_NIGHT_NEXT = Word("lay.begin")
_NEXT_STEP = Word("lay.next")
_GOES_ON = LineId("one-night.lay.next")
CARDS_DEALT = Tell(TABLE, (Word("lay.dealt"),), (LineId("one-night.deal"),), foot=_NIGHT_NEXT, lays=True)
_DEAL_ANEW = Tell(TABLE, (Word("lay.anew"),), (LineId("one-night.again"),), foot=_NIGHT_NEXT)
"""The step that asks people to deal the cards of the last game or practice again. A step of dealing comes before every
night with paper cards, because the cards may still lie in a pile."""


def layout_steps(deck: Deck, book: RoleBook = PRINTED) -> Iterator[Topic]:
    """Yield the steps to lay out the cards in the order of the rulebook. If many people play, the first step says who
    moves the cards."""
    if has_helper(deck):
        yield _HELPER
    yield replace(_step("cards"), listed=tuple(_card(role, count) for role, count in Counter(deck).items()))
    yield _step("deal", *(LineId(piece.line) for piece in WHOSE_LEFT))
    yield from _beside(deck, book)
    yield _step("look")


def layout_anew(deck: Deck, lying: Sequence[Deck], book: RoleBook = PRINTED) -> tuple[Tell, ...]:
    """Return the steps that lay out a deck after earlier games. `lying` are the decks that may lie on the table. Before
    the first game `lying` is empty.

    If the deck did not change, people only deal again. Otherwise the box names the changed cards, or all cards if that
    list is shorter or the last deck is unknown. Then people lay out everything as for a first game. Holding START skips
    the rest."""
    before = lying[0] if len({in_order(each) for each in lying}) == 1 else ()
    if Counter(deck) == Counter(before):
        return (_DEAL_ANEW,)
    helped = has_helper(deck) and not has_helper(before)
    gathered = (_tell(_step("gather")),) if any(lying) else ()
    helper = (_tell(_HELPER),) if helped else ()
    dealt = map(_tell, (_step("deal"), *_beside(deck, book)))
    steps = (*gathered, *helper, *_name_changes(deck, before), *dealt, CARDS_DEALT)
    return tuple(replace(step, back=at > 0) for at, step in enumerate(steps))


def _name_changes(deck: Deck, before: Deck) -> Iterator[Tell]:
    gone, come = Counter(before) - Counter(deck), Counter(deck) - Counter(before)
    if not before or len(gone) + len(come) > len(Counter(deck)):
        gone, come = Counter(), Counter()
        yield _name_cards("cards", Counter(deck))
    for name, cards in (("away", gone), ("come", come)):
        if cards:
            yield _name_cards(name, cards)


def _name_cards(name: str, cards: Mapping[str, int]) -> Tell:
    listed = tuple(_card(role, count) for role, count in cards.items())
    said = (line for role, count in cards.items() for line in _card_lines(role, count))
    step = _step(name)
    heard = (*step.lines, *said, _GOES_ON)
    return Tell(TABLE, listed, heard, skip=True, title=step.title, foot=_NEXT_STEP, lays=True)


def _tell(step: Topic) -> Tell:
    return Tell(TABLE, (step.title,), (*step.lines, _GOES_ON), skip=True, foot=_NEXT_STEP, lays=True)


def _beside(deck: Deck, book: RoleBook) -> Iterator[Topic]:
    for what, role in things_beside(deck, book).items():
        yield Topic(RoleName(role), (LineId(f"one-night.{what}"),))


def _card(role: str, count: int) -> Fact:
    """Return a card as a fact. If there are several copies of the card, the fact has their number."""
    return Word("lay.card", {"role": RoleName(role), "n": Number(count)}) if count > 1 else RoleName(role)


def _card_lines(role: str, count: int) -> tuple[LineId, ...]:
    """Return the lines that name a card. If there are several copies of the card, a line says their number."""
    return (role_line(role), number_line(count)) if count > 1 else (role_line(role),)


def _step(name: str, *more: LineId) -> Topic:
    return Topic(Word(f"lay.{name}"), (LineId(f"one-night.lay.{name}"), *more))


_HELPER = Topic(Word("lay.helper"), (LineId(HELPER.line),))


YES, SHORT, NO = "yes", "short", "no"


class PaperPlay(AgendaGame[OneNightRules, None], frozen=True):
    """A game with paper cards in progress."""

    def answer(self, value: Answer) -> Self:
        """Return the game after an answer. BACK later shows the skipped steps one by one."""
        if value != SKIP or not isinstance(self.now, Tell):
            return super().answer(value)
        past = super().answer("")
        return past.answer(SKIP) if isinstance(past.now, Tell) and past.now.skip else past


class Reckoning(RowStep[OneNightRules, None], frozen=True):
    """The step that asks for the result. People enter the result at the box or by phone."""

    def row(self, rules: OneNightRules, state: None) -> AskingRow[StepResult[None]]:
        """Ask for the result, unless the table does not want to enter a result. BACK at the first question also ends
        the questions."""
        ways = tuple(Option(way, Word(f"ask.result.{way}")) for way in (YES, SHORT, NO))
        lines = (LineId("ask.result.ways"),)
        way = one_value((yield Ask(TABLE, Word("ask.result"), ways, lines=lines, back=True, listed=True)))
        if way not in {YES, SHORT}:
            return StepResult(None)
        beyond = [role for role in dict.fromkeys(rules.deck) if not rules.book.rows[role].judged]
        if way == YES and beyond:
            yield _not_judged(beyond[0])
        verdict = yield from (_judge_answers if way == YES and not beyond else _ask_winners)(rules)
        return StepResult(None, (StageStep(verdict),))

    def stage(self, rules: OneNightRules, state: None) -> Stage | None:
        stage = super().stage(rules, state)
        judged = self.answers[:1] == ((YES,),) and all(rules.book.rows[role].judged for role in rules.deck)
        picture = result_picture(rules.deck, rules.players, rules.book) if judged else None
        if isinstance(stage, Ask):
            return replace(stage, of_result=bool(self.answers), picture=picture)
        return replace(stage, picture=picture) if isinstance(stage, Tell) else stage


def _not_judged(role: str) -> Tell:
    """Return the stage that says because of which role the box judges nothing."""
    why = Word("ask.not-judged", {"role": RoleName(role)})
    return Tell(TABLE, (why,), (LineId("ask.not-judged"), role_line(role)), foot=Word("lay.next"))


def begin_paper(rules: OneNightRules, dealt: Iterable[Tell]) -> PaperPlay:
    """Return the game at its first stage. After the night the table remembers that the cards of this deck are laid
    out."""
    deck, options = rules.deck, rules.options
    night = Perform(night_show(deck, options, SeededChance(rules.seed), rules.fresh, rules.book))
    talk, vote = day_talk(deck, rules.players, options), Perform(vote_show(deck, options), "vote")
    day = (StageStep(night, settles=True), StageStep(talk), StageStep(vote), Reckoning())
    return at_first_stage(PaperPlay(rules, None, (*map(StageStep, dealt), *day)))


def _all_turned(deck: Deck) -> AskingRow[None]:
    """Ask people to turn over all cards, because the next questions are about all cards. With a Bodyguard in the deck
    all cards already lie open, so nothing is asked."""
    if "bodyguard" not in deck:
        yield Tell(TABLE, (Word("day.reveal"),), (LineId("one-night.reveal.rest"),), foot=Word("lay.next"))


def _ask_winners(rules: OneNightRules) -> AskingRow[Verdict]:
    yield from _all_turned(rules.deck)
    players = rules.players
    seats = seats_to_mark(range(1, players + 1), 0)
    marked = yield Ask(TABLE, Word("ask.won"), seats, marks=Marks(0, players))
    return winners_stage(tuple(map(int, marked)), players)


def _judge_answers(rules: OneNightRules) -> AskingRow[Verdict]:
    """Ask for deaths and cards, and let the referee judge."""
    deaths = yield from who_died(rules.players)
    yield from _all_turned(rules.deck)
    cards = yield from cards_held(rules.deck, rules.players, votes=deaths.votes is not None, book=rules.book)
    plays = yield from roles_played(rules.deck, cards, rules.book)
    artifacts = yield from artifacts_laid(rules.deck, cards, plays)
    rest = list((Counter(rules.deck) - Counter(cards)).elements())[:3]
    lying = lay_cards(cards, rest, None, house_rules(rules.options), plays, rules.book)
    laid = replace(lying, artifacts=tuple(map(artifacts.get, range(rules.players))))
    return verdict_stage(judge_round(PlayedRound(laid, votes=deaths.votes, dead=deaths.dead)), rules.players)
