"""An evening without cards, stage by stage: deal, night, talk, vote, verdict. It is rebuilt from seed and answers."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from device.games.one_night.dealt.ballot import Ballot
from device.games.one_night.dealt.card_ways import trail
from device.games.one_night.dealt.deal import laid_out, repeated
from device.games.one_night.dealt.night_work import Nightwork, turn_of, worked
from device.games.one_night.dealt.open_table import peeks, public_facts
from device.games.one_night.dealt.own_card import OwnCard
from device.games.one_night.dealt.shows import deal_show, seat_window, secret_vote
from device.games.one_night.dealt.story import story
from device.games.one_night.narration.day import day
from device.games.one_night.narration.night import night_show
from device.games.one_night.narration.verdict_stage import verdict
from device.games.one_night.narration.vote import vote_show
from device.games.one_night.paper.questions import NOBODY, ask, pointed_at, vote_question
from device.games.one_night.referee.card_state import State
from device.games.one_night.referee.verdict import Round, judge
from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.night_calls import wake_order
from device.games.one_night.rules.options import Options
from device.kernel.chance import SeededChance, derived
from device.show.cues import Show
from device.show.facts import Word
from device.show.stages import Answer, Count, Perform, Play, Stage, Verdict, all_values, one_value


class DealtEvening(Struct, frozen=True):
    """One game under way. `answers` are all so far; each phase takes its own number of them."""

    deck: Deck
    players: int
    options: Options
    fresh: tuple[str, ...]
    seed: int
    answers: tuple[Answer, ...] = ()

    def stage(self) -> Stage | None:
        at = len(self.answers)
        for length, stage in (
            (self.players + 1, _deal),
            (len(_calls(self)) + 1, _night),
            (1, _day),
            (_votes(self), _vote),
        ):
            if at < length:
                return stage(self, at)
            at -= length
        return _verdict(self) if at == 0 else None

    def answer(self, value: Answer) -> "DealtEvening":
        return replace(self, answers=(*self.answers, value))

    @property
    def keeps_secrets(self) -> bool:
        """From the first entry on: whoever knows the seed knows the deal."""
        return True

    def repeats(self, before: Play) -> bool:
        """Whether a seat would hold its role again; only asked where the table minds."""
        if not self.options.anti_streak or not isinstance(before, DealtEvening):
            return False
        return repeated(dealt(self).nights, dealt(before).nights)


def dealt(evening: DealtEvening) -> State:
    """The cards as they were dealt."""
    return laid_out(evening.deck, evening.options, evening.seed)


def nightwork(evening: DealtEvening) -> Nightwork:
    """The night so far."""
    calls = _calls(evening)
    first = evening.players + 1
    rows = [all_values(answer) for answer in evening.answers[first : first + len(calls)]]
    return worked(dealt(evening), calls, rows, evening.seed)


def played(evening: DealtEvening) -> Round:
    """The game as the referee judges it, once all have voted."""
    votes = [pointed_at(one_value(answer) or NOBODY) for answer in _votes_given(evening)]
    return Round(dealt(evening), nightwork(evening).actions, votes)


def _deal(evening: DealtEvening, at: int) -> Stage:
    show = deal_show(evening.players, evening.options)
    if at == evening.players:
        return Perform(show, "deal")
    return Perform(show, "deal", {seat_window(at + 1): OwnCard(at + 1, dealt(evening).printed[at])})


def _night(evening: DealtEvening, at: int) -> Stage:
    calls = _calls(evening)
    show = _night_show(evening.deck, evening.options, evening.fresh, evening.seed)
    if at == len(calls):
        return Perform(show)
    return Perform(show, acts={calls[at]: turn_of(nightwork(evening).state, calls[at], evening.seed)})


@lru_cache(maxsize=2)
def _night_show(deck: Deck, options: Options, fresh: tuple[str, ...], seed: int) -> Show:
    """The same at every turn of the night, so it is made once."""
    return night_show(deck, _without_cards(options), SeededChance(derived(seed, "night")), fresh)


def _day(evening: DealtEvening, at: int) -> Count:
    state = nightwork(evening).state
    talk = day(evening.players, evening.options)
    return replace(talk, facts=public_facts(state), peeks=peeks(state))


def _vote(evening: DealtEvening, at: int) -> Stage:
    """Seat after seat in secret; or all pointing at once, and then dialled in."""
    if evening.options.secret_vote:
        show = secret_vote(evening.players, evening.options)
        acts = {seat_window(at + 1): Ballot(at + 1, evening.players)} if at < evening.players else {}
        return Perform(show, "vote", acts)
    if at == 0:
        return Perform(vote_show(evening.deck, evening.options), "vote")
    return ask(vote_question(evening.players, at))


def _verdict(evening: DealtEvening) -> Verdict:
    game = played(evening)
    told = verdict(judge(game), evening.players)
    ways = trail(game.dealt, game.actions)
    return replace(told, facts=(*told.facts, Word("deal.story"), *ways), story=story(game.dealt, game.actions))


def _calls(evening: DealtEvening) -> tuple[str, ...]:
    return wake_order(evening.deck, evening.options)


def _votes(evening: DealtEvening) -> int:
    return evening.players + 1


def _votes_given(evening: DealtEvening) -> Sequence[Answer]:
    first = evening.players + 1 + len(_calls(evening)) + 1 + 1
    given = evening.answers[first : first + _votes(evening)]
    return given[:-1] if evening.options.secret_vote else given[1:]


def _without_cards(options: Options) -> Options:
    """There is no card to nudge, and no hand that could take the wrong one from the center."""
    return replace(options, nudge=False, name_place=False)
