"""Lead a game without cards, step by step: deal, night, talk, vote, verdict.

The box shuffles all cards. The extra card of the Alpha Wolf is drawn from the wolf cards outside the deck."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.after_vote import (
    NOBODY_VALUE,
    VOTING_ROLES,
    target_of,
    verdict_stages,
    who_died,
    who_pointed,
)
from nightcrier.box.games.one_night.day_and_vote import timed_talk, vote_show
from nightcrier.box.games.one_night.dealt.seat_turns import ballot_turn, card_turn, deal_show, seat_window, secret_vote
from nightcrier.box.games.one_night.dealt.story import artifact_peeks, card_trails, night_tale, open_facts
from nightcrier.box.games.one_night.dealt.turn import RoleTurn, list_lengths, outcome
from nightcrier.box.games.one_night.night_show import SHUT_AGAIN, night_show
from nightcrier.box.games.one_night.referee.card_state import CardState, house_rules, lay_cards
from nightcrier.box.games.one_night.referee.deeds import do_action
from nightcrier.box.games.one_night.referee.night_choices import next_choices
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.games.one_night.referee.whole_night import awake_seats
from nightcrier.box.games.one_night.rules.calls import call_named, wake_order
from nightcrier.box.games.one_night.rules.deal import CENTER_CARDS, CENTER_WOLVES, Deck, OneNightRules, spare_wolves
from nightcrier.box.games.one_night.rules.options import Options, without_cards
from nightcrier.box.games.one_night.rules.role_book import PRINTED, RoleBook
from nightcrier.box.show.agenda import (
    AgendaGame,
    AgendaStep,
    PlainStep,
    RowStep,
    SilentStep,
    StageStep,
    StepResult,
    at_first_stage,
)
from nightcrier.box.show.answers import Picks, one_value
from nightcrier.box.show.asking_rows import AskingRow
from nightcrier.box.show.cues import Show
from nightcrier.box.show.plug import Play
from nightcrier.box.show.stages import Perform, Stage
from nightcrier.box.show.tale import TELL_NIGHT
from nightcrier.kernel.chance import SeededChance, derive_seed


def deal_table(deck: Deck, options: Options, seed: int, book: RoleBook = PRINTED) -> CardState:
    """Deal the cards at random, with every order equally likely, and return the table before the night. An extra wolf
    card for the center is drawn from the owned wolf cards outside the deck, each equally likely. No other random value
    from this seed shows anything about the deal."""
    chance = SeededChance(derive_seed(seed, "deal"))
    cards, spare = chance.shuffle(deck), sorted(spare_wolves(deck, book), key=CENTER_WOLVES.index)
    wolf = chance.pick(spare) if spare else None
    return lay_cards(cards[CENTER_CARDS:], cards[:CENTER_CARDS], wolf, house_rules(options), book=book)


def same_roles(now: Sequence[str], before: Sequence[str]) -> bool:
    """Say whether any seat has the same role in both deals."""
    return len(now) == len(before) and any(map(str.__eq__, now, before))


def role_turn_of(state: CardState, call: str, seed: int) -> RoleTurn:
    """Return the turn of a call. The turn has a seat only if exactly one player acts at the call, or if one player acts
    and then a Doppelganger who copied a role of a file."""
    night_call = call_named(call, state.book)
    role, seats = night_call.role, awake_seats(state, night_call)
    row = state.book.rows[role]
    alone = len(seats) == 1 and (not row.gathers or bool(next_choices(state, seats[0], role)))
    acting = seats if alone or (row.call and row.power) else ()
    lengths = list_lengths(role, state.deck, state.seats, len(state.lies) - state.seats, state.book)
    lot = derive_seed(seed, f"call {call}")
    return RoleTurn(state, role, acting[0] if acting else None, lot, lengths, acting[1:])


class DealtCards(Struct, frozen=True):
    """The cards as they lie now, and all actions of the game so far."""

    cards: CardState
    played: PlayedRound


DealtStep: TypeAlias = AgendaStep[OneNightRules, DealtCards]
DealtResult: TypeAlias = StepResult[DealtCards]


class DealtGame(AgendaGame[OneNightRules, DealtCards], frozen=True):
    def repeats(self, before: Play) -> bool:
        """Say whether a seat would get the role of its last game again. Return False if the table allows this."""
        if not self.rules.options.anti_streak or not isinstance(before, DealtGame):
            return False
        return same_roles(self.state.played.dealt.nights, before.state.played.dealt.nights)


def begin_dealt_night(rules: OneNightRules, *, counts_seats: bool = False) -> DealtGame:
    """Return the game at its first stage. The whole game is secret because the deal follows from the seed. With
    `counts_seats` the narrator first says who has seat one."""
    dealt = deal_table(rules.deck, rules.options, rules.seed, rules.book)
    deal = deal_show(rules.players, rules.options, counts_seats=counts_seats)
    steps = (*_deal(deal, dealt), *_night(rules), DealtTalk(), *_vote(rules), DealtVerdict())
    return at_first_stage(DealtGame(rules, DealtCards(dealt, PlayedRound(dealt)), steps, keeps_secrets=True))


def _deal(show: Show, dealt: CardState) -> Iterator[DealtStep]:
    """Yield the steps in which each player reads their own card."""
    for seat, card in enumerate(dealt.printed[: dealt.seats], 1):
        yield StageStep(Perform(show, "deal", {seat_window(seat): card_turn(seat, card)}))
    yield StageStep(Perform(show, "deal"))


def _night(rules: OneNightRules) -> Iterator[DealtStep]:
    chance = SeededChance(derive_seed(rules.seed, "night"))
    show = night_show(rules.deck, without_cards(rules.options), chance, rules.fresh, rules.book, rules.taught)
    for call in wake_order(rules.deck, rules.options, rules.book):
        yield DealtCall(show, call)
    yield StageStep(Perform(show, shut=SHUT_AGAIN))


class DealtCall(Struct, frozen=True):
    """The step for one call of the night. Its result is the state of the cards after the actions."""

    show: Show
    call: str

    def stage(self, rules: OneNightRules, table: DealtCards) -> Stage:
        return Perform(self.show, acts={self.call: role_turn_of(table.cards, self.call, rules.seed)}, shut=SHUT_AGAIN)

    def result(self, rules: OneNightRules, table: DealtCards, picks: Picks) -> DealtResult:
        cards, actions = table.cards, outcome(role_turn_of(table.cards, self.call, rules.seed), picks)
        for action in actions:
            cards = do_action(cards, action).state
        return StepResult(DealtCards(cards, replace(table.played, actions=(*table.played.actions, *actions))))


class DealtTalk(PlainStep, frozen=True):
    """The step of the talk, with the facts that everybody may see."""

    def stage(self, rules: OneNightRules, table: DealtCards) -> Stage:
        talk = timed_talk(rules.deck, rules.players, rules.options)
        return replace(talk, facts=open_facts(table.cards), peeks=artifact_peeks(table.cards))


def _vote(rules: OneNightRules) -> Iterator[DealtStep]:
    """Yield the steps of the vote: the seats vote in secret, in turn, or all point at once and the box asks who
    died."""
    if not rules.options.secret_vote:
        yield StageStep(Perform(vote_show(rules.deck, rules.players, rules.options, rules.fresh), "vote"))
        yield Pointing()
        return
    show = secret_vote(rules.players, rules.options)
    for seat in range(1, rules.players + 1):
        yield SecretVote(show, seat)
    yield StageStep(Perform(show, "vote"))


class SecretVote(Struct, frozen=True):
    show: Show
    seat: int

    def stage(self, rules: OneNightRules, table: DealtCards) -> Stage:
        paper = ballot_turn(self.seat, rules.players, derive_seed(rules.seed, f"vote {self.seat}"))
        return Perform(self.show, "vote", {seat_window(self.seat): paper})

    def result(self, rules: OneNightRules, table: DealtCards, picks: Picks) -> DealtResult:
        votes = (*(table.played.votes or ()), target_of(one_value(picks) or NOBODY_VALUE))
        return StepResult(replace(table, played=replace(table.played, votes=votes)))


class Pointing(RowStep[OneNightRules, DealtCards], frozen=True):
    """The step that asks who died. If voting roles are in the deck, the box asks for every vote, because nobody knows
    who has these roles."""

    def row(self, rules: OneNightRules, table: DealtCards) -> AskingRow[DealtResult]:
        told = yield from (who_died if VOTING_ROLES.isdisjoint(rules.deck) else who_pointed)(rules.players)
        return StepResult(replace(table, played=replace(table.played, votes=told.votes, dead=told.dead)))


class DealtVerdict(SilentStep, frozen=True):
    """The step that ends the game: who died, who wins, and the path of every card. On request the night is retold."""

    def result(self, rules: OneNightRules, table: DealtCards, picks: Picks) -> DealtResult:
        played = table.played
        deaths, told = verdict_stages(judge_round(played), rules.players)
        tale, ways = night_tale(played.dealt, played.actions), card_trails(played.dealt, played.actions)
        verdict = replace(told, facts=(*told.facts, TELL_NIGHT, *ways), tale=tale)
        return StepResult(table, (StageStep(deaths), StageStep(verdict)))
