"""One Night with paper cards: the result, entered after the vote. Short, by who won; or by who died and who holds what,
and then the referee tells why. Answers are a row of values, from which alone everything follows: BACK takes the last
one off."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from device.games.one_night.after_vote import artifacts_laid, cards_held, result_picture, roles_played
from device.games.one_night.asking_rows import AskingRow, follow_row, seats_to_mark
from device.games.one_night.referee.card_state import HouseRules, lay_cards
from device.games.one_night.referee.verdict import PlayedRound, judge_round
from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.options import Options
from device.games.one_night.verdict_told import verdict_stage, winners_stage
from device.games.one_night.who_died import who_died
from device.kernel.ids import LineId
from device.show.answers import BACK, Answer, Option, all_values, one_value
from device.show.facts import Word
from device.show.stages import TABLE, Ask, Marks, Stage, Tell, Verdict

YES, SHORT, NO = "yes", "short", "no"


class PaperVote(Struct, frozen=True):
    """How far the asking has come. `answers` are those given since the vote."""

    deck: Deck
    players: int
    options: Options
    answers: tuple[Answer, ...] = ()


def paper_stage(paper: PaperVote) -> Stage | None:
    """The next question; the verdict when all is known; None when the table does not want it, or has heard it. At the
    first question BACK says no. Whether it is wanted is for hands to say."""
    place = follow_row(_asked(paper), paper.answers)
    judged = bool(paper.answers) and one_value(paper.answers[0]) == YES
    picture = result_picture(paper.deck, paper.players) if judged else None
    if isinstance(place.question, Ask):
        return replace(place.question, back=True, of_result=bool(paper.answers), picture=picture)
    if place.question:
        return replace(place.question, back=True, picture=picture)
    return replace(place.found, back=True) if place.found and not place.after else None


def add_answer(paper: PaperVote, value: Answer) -> PaperVote:
    if value != BACK:
        return replace(paper, answers=(*paper.answers, value))
    return replace(paper, answers=paper.answers[:-1] or ((NO,) if not paper.answers else ()))


def _asked(paper: PaperVote) -> AskingRow[Verdict | None]:
    ways = tuple(Option(way, Word(f"ask.result.{way}")) for way in (YES, SHORT, NO))
    lines = (LineId("ask.result.ways"),)
    way = one_value((yield Ask(TABLE, Word("ask.result"), ways, lines=lines, listed=True)))
    if way == SHORT:
        return (yield from _told(paper))
    return (yield from _judged(paper)) if way == YES else None


def _all_turned(deck: Deck) -> AskingRow[None]:
    """Only the dead were told to turn their card over, and that is enough to know who has won; what follows asks for
    the cards of all. With a Bodyguard they lie open."""
    if "bodyguard" not in deck:
        yield Tell(TABLE, (Word("day.reveal"),), (LineId("one-night.reveal.rest"),), foot=Word("lay.next"))


def _told(paper: PaperVote) -> AskingRow[Verdict]:
    """By the people, who know."""
    yield from _all_turned(paper.deck)
    players = paper.players
    seats = seats_to_mark(range(1, players + 1), 0)
    marked = yield Ask(TABLE, Word("ask.won"), seats, marks=Marks(0, players))
    return winners_stage(tuple(map(int, all_values(marked))), players)


def _judged(paper: PaperVote) -> AskingRow[Verdict]:
    """By the referee."""
    deaths = yield from who_died(paper.players)
    yield from _all_turned(paper.deck)
    cards = yield from cards_held(paper.deck, paper.players, votes=deaths.votes is not None)
    plays = yield from roles_played(paper.deck, cards)
    artifacts = yield from artifacts_laid(paper.deck, cards, plays)
    options = paper.options
    rules = HouseRules(minion_must_live=options.minion_must_live, cudgel_stops_team=options.cudgel_stops_team)
    rest = list((Counter(paper.deck) - Counter(cards)).elements())[:3]
    laid = replace(
        lay_cards(cards, rest, None, rules, plays), artifacts=tuple(map(artifacts.get, range(paper.players)))
    )
    return verdict_stage(judge_round(PlayedRound(laid, votes=deaths.votes, dead=deaths.dead)), paper.players)
