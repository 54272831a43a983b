"""An evening without cards, stage by stage: deal, night, talk, vote, verdict. It is rebuilt from seed and answers."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from device.games.one_night.after_vote import VOTING_ROLES
from device.games.one_night.asking_rows import NOBODY_VALUE, RowPlace, follow_row
from device.games.one_night.day_and_vote import day_talk, vote_show
from device.games.one_night.dealt.deal import Nightwork, dealt_table, same_roles, turn_of, work_calls
from device.games.one_night.dealt.labels import peeks, public_facts
from device.games.one_night.dealt.seat_turns import Ballot, OwnCard, deal_show, seat_window, secret_vote
from device.games.one_night.dealt.story import card_ways, night_story
from device.games.one_night.night import night_show
from device.games.one_night.referee.card_state import CardState
from device.games.one_night.referee.verdict import PlayedRound, judge_round
from device.games.one_night.rules.decks import Deck
from device.games.one_night.rules.night_calls import wake_order
from device.games.one_night.rules.options import Options, without_cards
from device.games.one_night.verdict_told import verdict_stage
from device.games.one_night.who_died import DeathsTold, pointed_at, who_died, who_pointed
from device.kernel.chance import SeededChance, derived
from device.show.answers import BACK, Answer, all_values, one_value
from device.show.cues import Show
from device.show.facts import Word
from device.show.play import Play
from device.show.secret_turn import Secret
from device.show.stages import Count, Perform, Stage


class DealtGame(Struct, frozen=True):
    """One game under way. `answers` are all so far; each phase takes its own number of them."""

    deck: Deck
    players: int
    options: Options
    fresh: tuple[str, ...]
    seed: int
    answers: tuple[Answer, ...] = ()
    counts_seats: bool = False  # nobody has said yet who seat one is

    def stage(self) -> Stage | None:
        at = len(self.answers)
        for length, stage in (
            (self.players + 1, _deal),
            (len(_calls(self)) + 1, _night),
            (1, _day),
            (self.players + 1 if self.options.secret_vote else 1, _vote),
        ):
            if at < length:
                return stage(self, at)
            at -= length
        return _verdict(self)

    def answer(self, value: Answer) -> "DealtGame":
        return replace(self, answers=self.answers[:-1] if value == BACK else (*self.answers, value))

    @property
    def keeps_secrets(self) -> bool:
        """From the first entry on: whoever knows the seed knows the deal."""
        return True

    def repeats(self, before: Play) -> bool:
        """Whether a seat would hold its role again; only asked where the table minds."""
        if not self.options.anti_streak or not isinstance(before, DealtGame):
            return False
        return same_roles(dealt_cards(self).nights, dealt_cards(before).nights)


def dealt_cards(evening: DealtGame) -> CardState:
    """The cards as they were dealt."""
    return dealt_table(evening.deck, evening.options, evening.seed)


def night_so_far(evening: DealtGame) -> Nightwork:
    """The night so far."""
    calls = _calls(evening)
    first = evening.players + 1
    rows = [all_values(answer) for answer in evening.answers[first : first + len(calls)]]
    return work_calls(dealt_cards(evening), calls, rows, evening.seed)


def played_round(evening: DealtGame) -> PlayedRound:
    """The game as the referee judges it, once all have voted."""
    told = _deaths(evening).found or DeathsTold()
    return PlayedRound(dealt_cards(evening), night_so_far(evening).actions, told.votes, told.dead)


def _deaths(evening: DealtGame) -> RowPlace[DeathsTold]:
    """What is known of the vote: from the ballots, or from what people answer after pointing. Whose pointing decides
    nobody knows, so with such roles in the deck only the votes tell."""
    given = evening.answers[_before_vote(evening) :]
    if evening.options.secret_vote:
        votes = tuple(pointed_at(one_value(answer) or NOBODY_VALUE) for answer in given[: evening.players])
        return RowPlace(found=DeathsTold(votes=votes), after=given[evening.players + 1 :])
    ask = who_died if VOTING_ROLES.isdisjoint(evening.deck) else who_pointed
    return follow_row(ask(evening.players), given[1:])


def _deal(evening: DealtGame, at: int) -> Stage:
    show = deal_show(evening.players, evening.options, counts_seats=evening.counts_seats)
    if at == evening.players:
        return Perform(show, "deal")
    return Perform(show, "deal", {seat_window(at + 1): OwnCard(at + 1, dealt_cards(evening).printed[at])})


def _night(evening: DealtGame, at: int) -> Stage:
    calls = _calls(evening)
    show = _night_show(evening.deck, evening.options, evening.fresh, evening.seed)
    if at == len(calls):
        return Perform(show)
    return Perform(show, acts={calls[at]: turn_of(night_so_far(evening).state, calls[at], evening.seed)})


@lru_cache(maxsize=2)
def _night_show(deck: Deck, options: Options, fresh: tuple[str, ...], seed: int) -> Show:
    """The same at every turn of the night, so it is made once."""
    return night_show(deck, without_cards(options), SeededChance(derived(seed, "night")), fresh)


def _day(evening: DealtGame, at: int) -> Count:
    state = night_so_far(evening).state
    talk = day_talk(evening.deck, evening.players, evening.options)
    return replace(talk, facts=public_facts(state), peeks=peeks(state))


def _vote(evening: DealtGame, at: int) -> Stage:
    """Seat after seat in secret; or all pointing at once."""
    if evening.options.secret_vote:
        show = secret_vote(evening.players, evening.options)
        return Perform(show, "vote", _ballot(evening, at + 1) if at < evening.players else {})
    return Perform(vote_show(evening.deck, evening.options), "vote")


def _ballot(evening: DealtGame, seat: int) -> Mapping[str, Secret]:
    return {seat_window(seat): Ballot(seat, evening.players, derived(evening.seed, f"vote {seat}"))}


def _verdict(evening: DealtGame) -> Stage | None:
    """Once it is known who died, and until it was heard."""
    place = _deaths(evening)
    if place.question or place.after:
        return place.question
    game = played_round(evening)
    told = verdict_stage(judge_round(game), evening.players)
    facts = (*told.facts, Word("deal.story"), *card_ways(game.dealt, game.actions))
    story = night_story(game.dealt, game.actions)
    return replace(told, facts=facts, story=story, back=not evening.options.secret_vote)


def _calls(evening: DealtGame) -> tuple[str, ...]:
    return wake_order(evening.deck, evening.options)


def _before_vote(evening: DealtGame) -> int:
    """How many answers there are before it: deal, night and talk."""
    return evening.players + 1 + len(_calls(evening)) + 1 + 1
