"""Plays random dealt games of One Night, with gestures cut short, and writes them as sheets for `nightcrier judge`."""

from random import Random
from typing import Any

from msgspec import Struct

from nightcrier.box.games.one_night.after_vote import NOBODY_VALUE, VOTES, VOTING_ROLES, vote_question
from nightcrier.box.games.one_night.dealt.game import DealtGame, begin_dealt_night, deal_table, role_turn_of
from nightcrier.box.games.one_night.dealt.turn import outcome
from nightcrier.box.games.one_night.referee.deeds import do_action
from nightcrier.box.games.one_night.referee.night_choices import RoleAction
from nightcrier.box.games.one_night.referee.verdict import PlayedRound
from nightcrier.box.games.one_night.rules.calls import wake_order
from nightcrier.box.games.one_night.rules.deal import OneNightRules, place_names
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.random_deck import random_deck
from nightcrier.box.show.answers import Answer, Picks
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.stages import Secret
from nightcrier.kernel.chance import SeededChance

MOST_PICKS = 5


class Played(Struct, frozen=True):
    """Holds a game at its verdict, the same game as a sheet for the judge, and what each seat was shown."""

    evening: DealtGame
    answers: tuple[Answer, ...]
    sheet: dict[str, Any]
    shown: dict[str, list[Fact]]


def random_row(secret: Secret, rng: Random) -> Picks:
    """Return random presses of a seat, some of them cut short as if time had run out."""
    row: Picks = ()
    for _ in range(rng.randrange(MOST_PICKS + 1)):
        options = [option for option in secret.prompt(row).options if option.value]
        if options:
            row += (rng.choice(options).value,)
    return row


def random_game(rng: Random) -> Played:
    players = rng.randint(3, 10)
    options = Options(
        deal=True,
        lone_wolf=rng.random() < 0.5,
        secret_vote=rng.random() < 0.5,
        minion_must_live=rng.random() < 0.5,
        cudgel_stops_team=rng.random() < 0.5,
        unharmed_village_wins=rng.random() < 0.5,
        curator_before_revealer=rng.random() < 0.5,
    )
    deck = random_deck(players, "both", SeededChance(rng.getrandbits(40)))
    return _played(OneNightRules(deck, players, options, seed=rng.getrandbits(62)), rng)


def _played(rules: OneNightRules, rng: Random) -> Played:
    """Play a game turn by turn like the table, without the shows between."""
    state = dealt = deal_table(rules.deck, rules.options, rules.seed)
    rows, shown, night = list[Picks](), dict[str, list[Fact]](), list[RoleAction]()
    for call in wake_order(rules.deck, rules.options):
        turn = role_turn_of(state, call, rules.seed)
        row = random_row(turn, rng)
        rows.append(row)
        if turn.seat is not None:
            shown.setdefault(place_names(state.seats)[turn.seat], []).extend(turn.prompt(row).seen)
        for action in outcome(turn, row):
            state = do_action(state, action).state
            night.append(action)
    popular = rng.sample(range(1, rules.players + 1), 2)
    votes = [_vote(rules.players, seat, popular, rng) for seat in range(1, rules.players + 1)]
    looked, talked, voting = [*[("seen",)] * rules.players, ""], [*rows, "", ""], [*votes, ""]
    counted = [VOTES] if VOTING_ROLES.isdisjoint(rules.deck) else []
    voted = voting if rules.options.secret_vote else ["", *counted, *votes]
    answers: tuple[Answer, ...] = (*looked, *talked, *voted)
    done = begin_dealt_night(rules)
    for answer in answers:
        done = done.answer(answer)
    done = done.answer("")  # the dead are heard
    pointed = [int(vote) - 1 if vote != NOBODY_VALUE else None for vote in votes]
    return Played(done, answers, sheet_of(PlayedRound(dealt, night, pointed), rules.options), shown)


def _vote(players: int, seat: int, popular: list[int], rng: Random) -> str:
    values = [option.value for option in vote_question(players, seat).choices]
    liked = [str(other) for other in popular if str(other) in values]
    return rng.choice(liked if liked and rng.random() < 0.6 else values)


def sheet_of(game: PlayedRound, options: Options) -> dict[str, Any]:
    """Return the game as people would write it for the judge."""
    dealt, seats = game.dealt, game.dealt.seats
    return {
        "game": "one-night",
        "players": dealt.printed[:seats],
        "center": dealt.printed[seats : seats + 3],
        "center_wolf": dealt.printed[seats + 3] if len(dealt.printed) > seats + 3 else None,
        "night": [_entry(action, seats) for action in game.actions],
        **_deaths(game),
        "house_rules": {
            "minion_must_live": options.minion_must_live,
            "cudgel_stops_team": options.cudgel_stops_team,
            "unharmed_village_wins": options.unharmed_village_wins,
            "lone_wolf": options.lone_wolf,
            "curator_before_revealer": options.curator_before_revealer,
        },
    }


def _deaths(game: PlayedRound) -> dict[str, Any]:
    if game.votes is None:
        return {"dead": [seat + 1 for seat in sorted(game.dead or ())]}
    return {"votes": [None if vote is None else vote + 1 for vote in game.votes]}


def _entry(action: RoleAction, seats: int) -> dict[str, Any]:
    extras = {"direction": action.direction, "artifact": action.artifact}
    entry = {
        "seat": action.seat + 1,
        "as": action.role,
        "targets": [place_names(seats)[place] for place in action.targets],
    }
    return entry | {key: value for key, value in extras.items() if value}
