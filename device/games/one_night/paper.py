"""An evening with paper cards: night, talk and vote, and the result, entered after them. Short, by who won; or by who
died and who holds what, and then the referee tells why."""

from collections import Counter
from collections.abc import Iterable
from typing import Self

from msgspec.structs import replace

from device.games.one_night.after_vote import artifacts_laid, cards_held, result_picture, roles_played
from device.games.one_night.day_and_vote import day_talk, vote_show
from device.games.one_night.night import night_show
from device.games.one_night.referee.card_state import HouseRules, lay_cards
from device.games.one_night.referee.verdict import PlayedRound, judge_round
from device.games.one_night.rules.decks import Deck, OneNightRules
from device.games.one_night.verdict_told import verdict_stage, winners_stage
from device.games.one_night.who_died import seats_to_mark, who_died
from device.kernel.chance import SeededChance
from device.kernel.ids import LineId
from device.show.agenda import AgendaGame, StageStep, StepResult, at_first_stage
from device.show.answers import SKIP, Answer, Option, one_value
from device.show.asking_rows import AskingRow, RowStep
from device.show.facts import Word
from device.show.stages import TABLE, Ask, Marks, Perform, Stage, Tell, Verdict

YES, SHORT, NO = "yes", "short", "no"


class PaperPlay(AgendaGame[OneNightRules, None], frozen=True):
    """A game under way."""

    def answer(self, value: Answer) -> Self:
        """The game after an answer. BACK leads into what was skipped, step by step."""
        if value != SKIP or not isinstance(self.now, Tell):
            return super().answer(value)
        past = super().answer("")
        return past.answer(SKIP) if isinstance(past.now, Tell) and past.now.skip else past


class Reckoning(RowStep[OneNightRules, None], frozen=True):
    """The result, as hands enter it or a phone; where it is judged, with its picture."""

    def row(self, rules: OneNightRules, state: None) -> AskingRow[StepResult[None]]:
        """Ask for the result, unless the table does not want it: at the first question BACK says so too. It is for
        hands to say."""
        ways = tuple(Option(way, Word(f"ask.result.{way}")) for way in (YES, SHORT, NO))
        lines = (LineId("ask.result.ways"),)
        way = one_value((yield Ask(TABLE, Word("ask.result"), ways, lines=lines, back=True, listed=True)))
        if way not in {YES, SHORT}:
            return StepResult(None)
        verdict = yield from (_judge_answers if way == YES else _ask_winners)(rules)
        return StepResult(None, (StageStep(verdict),))

    def stage(self, rules: OneNightRules, state: None) -> Stage | None:
        stage = super().stage(rules, state)
        judged = self.answers[:1] == ((YES,),)
        picture = result_picture(rules.deck, rules.players) if judged else None
        if isinstance(stage, Ask):
            return replace(stage, of_result=bool(self.answers), picture=picture)
        return replace(stage, picture=picture) if isinstance(stage, Tell) else stage


def begin_paper(rules: OneNightRules, dealt: Iterable[Tell]) -> PaperPlay:
    """The game at its first stage. Once the night is over, it stands how the cards were laid out."""
    deck, options = rules.deck, rules.options
    night = Perform(night_show(deck, options, SeededChance(rules.seed), rules.fresh))
    talk, vote = day_talk(deck, rules.players, options), Perform(vote_show(deck, options), "vote")
    day = (StageStep(night, settles=True), StageStep(talk), StageStep(vote), Reckoning())
    return at_first_stage(PaperPlay(rules, None, (*map(StageStep, dealt), *day)))


def _all_turned(deck: Deck) -> AskingRow[None]:
    """Ask people to turn over all cards: the questions that follow are about the cards of all, and until now only the
    dead had to turn theirs. With a Bodyguard they lie open already."""
    if "bodyguard" not in deck:
        yield Tell(TABLE, (Word("day.reveal"),), (LineId("one-night.reveal.rest"),), foot=Word("lay.next"))


def _ask_winners(rules: OneNightRules) -> AskingRow[Verdict]:
    """Ask the people who has won: they know."""
    yield from _all_turned(rules.deck)
    players = rules.players
    seats = seats_to_mark(range(1, players + 1), 0)
    marked = yield Ask(TABLE, Word("ask.won"), seats, marks=Marks(0, players))
    return winners_stage(tuple(map(int, marked)), players)


def _judge_answers(rules: OneNightRules) -> AskingRow[Verdict]:
    """Ask for deaths and cards, and let the referee judge."""
    deaths = yield from who_died(rules.players)
    yield from _all_turned(rules.deck)
    cards = yield from cards_held(rules.deck, rules.players, votes=deaths.votes is not None)
    plays = yield from roles_played(rules.deck, cards)
    artifacts = yield from artifacts_laid(rules.deck, cards, plays)
    options = rules.options
    house = HouseRules(minion_must_live=options.minion_must_live, cudgel_stops_team=options.cudgel_stops_team)
    rest = list((Counter(rules.deck) - Counter(cards)).elements())[:3]
    lying = lay_cards(cards, rest, None, house, plays)
    laid = replace(lying, artifacts=tuple(map(artifacts.get, range(rules.players))))
    return verdict_stage(judge_round(PlayedRound(laid, votes=deaths.votes, dead=deaths.dead)), rules.players)
