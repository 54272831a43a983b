"""Draws finished games of One Night, and answers every question about the result as people would."""

from collections.abc import Iterable, Iterator
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.games.one_night.after_vote import verdict_stages
from nightcrier.box.games.one_night.paper_game import PaperPlay, begin_paper
from nightcrier.box.games.one_night.referee.card_state import CardState, HouseRules, lay_cards
from nightcrier.box.games.one_night.referee.verdict import PlayedRound, judge_round
from nightcrier.box.games.one_night.rules.deal import OneNightRules, center_wolf
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS, DOPPELGANGER, INVESTIGATOR, ROLES
from nightcrier.box.show.answers import Answer
from nightcrier.box.show.facts import RoleName, SeatMark
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict


def voted(deck: tuple[str, ...], options: Options | None = None, answers: Iterable[Answer] = ()) -> PaperPlay:
    """Return a game after its vote and these answers."""
    game = begin_paper(OneNightRules(deck, len(deck) - 3, options or Options()), ())
    for answer in ("", "", "", *answers):
        game = game.answer(answer)
    return game


def asked(paper: PaperPlay) -> tuple[str, str, list[str]]:
    """Return the key of the question, the seat or the role it is about, and its answers."""
    stage = paper.stage()
    return (*about(stage), [option.value for option in stage.choices])


def about(stage: Ask) -> tuple[str, str]:
    for fact in stage.question.fillings.values():
        match fact:
            case RoleName(role):
                return stage.question.key, role
            case SeatMark(seat):
                return stage.question.key, str(seat)
    return stage.question.key, ""


class GameTold(Struct, frozen=True):
    """Holds a game being entered, the cards before the seats with the roles they play as, and the votes."""

    paper: PaperPlay
    laid: CardState
    votes: tuple[int | None, ...]

    def judged(self) -> Verdict:
        _, told = verdict_stages(judge_round(PlayedRound(self.laid, votes=self.votes)), self.paper.rules.players)
        return replace(told, back=True)

    def entered(self, way: str) -> Stage | None:
        """Answer all questions as `way` says, and return the stage after the last one."""
        return list(self.stages(way))[-1]

    def stages(self, way: str) -> Iterator[Stage | None]:
        """Yield each question, answered as `way` says, and then the stage after the last one."""
        paper = self.paper
        while isinstance(stage := paper.stage(), Ask | Tell | Perform):
            yield stage
            paper = paper.answer(self._answer(stage, way) if isinstance(stage, Ask) else "")
        yield stage

    def _answer(self, stage: Ask, way: str) -> Answer:
        match about(stage):
            case ("ask.result", _):
                return "yes"
            case ("ask.dead", _):
                return self._dead(stage, way)
            case ("ask.vote", seat):
                pointed = self.votes[int(seat) - 1]
                return "0" if pointed is None else str(pointed + 1)
            case ("ask.wolves", _):
                return self._held(stage, {role.id for role in ROLES.values() if role.wolf})
            case ("ask.holder", role):
                return self._held(stage, {role})
            case ("ask.plays", seat):
                return self.laid.plays[int(seat) - 1]
            case ("ask.artifact.which", seat):
                return self.laid.artifacts[int(seat) - 1] or ""
        with_token = [option.value for option in stage.choices if option.value != "0" and self._token(option.value)]
        return next(iter(with_token), "0")

    def _dead(self, stage: Ask, way: str) -> Answer:
        dead = tuple(str(seat) for seat in self.judged().dead)
        if stage.marks:
            return dead
        return "votes" if way == "votes" else "several" if len(dead) > 1 else next(iter(dead), "0")

    def _held(self, stage: Ask, roles: set[str]) -> Answer:
        seats = [option.value for option in stage.choices if option.value.isdecimal() and option.value != "0"]
        held = tuple(seat for seat in seats if self.laid.printed[int(seat) - 1] in roles)
        return held if stage.marks else next(iter(held), "0")

    def _token(self, seat: str) -> str | None:
        return self.laid.artifacts[int(seat) - 1]


def drawn_game(rng: Random) -> GameTold:
    """Draw the cards on the table in the morning, however they may have moved in the night."""
    players = rng.randint(3, 10)
    deck = tuple(rng.sample([role.id for role in ROLES.values() for _ in range(role.count)], players + 3))
    extra = center_wolf(deck)
    cards = rng.sample([*deck, *((extra,) if extra else ())], players)
    minion, cudgel, unharmed = (rng.random() < 0.5 for _ in range(3))
    options = Options(minion_must_live=minion, cudgel_stops_team=cudgel, unharmed_village_wins=unharmed)
    plays = {place: part for place, card in enumerate(cards) if (part := _part(card, deck, rng))}
    rules = HouseRules(minion_must_live=minion, cudgel_stops_team=cudgel, unharmed_village_wins=unharmed)
    laid = replace(lay_cards(cards, (), None, rules, plays), artifacts=_artifacts(deck, cards, plays, rng))
    targets = rng.sample(range(players), 2)
    votes = tuple(rng.choice([None, *(seat for seat in (*targets, *targets) if seat != own)]) for own in range(players))
    return GameTold(voted(deck, options), laid, votes)


def _part(card: str, deck: tuple[str, ...], rng: Random) -> str:
    if card == INVESTIGATOR:
        seen = [role.id for role in ROLES.values() if role.wolf and role.id in deck]
        tanner = ["tanner"] if "tanner" in deck else []
        return rng.choice([INVESTIGATOR, *(["werewolf"] if seen else []), *tanner])
    return rng.choice(deck) if card == DOPPELGANGER else ""


def _artifacts(deck: tuple[str, ...], cards: list[str], plays: dict[int, str], rng: Random) -> tuple[str | None, ...]:
    second = DOPPELGANGER in deck and (DOPPELGANGER not in cards or "curator" in plays.values())
    count = rng.randint(0, 1 + second) if "curator" in deck else 0
    laid = dict(zip(rng.sample(range(len(cards)), count), rng.sample(ARTIFACTS, count), strict=True))
    return tuple(map(laid.get, range(len(cards))))
