"""Tests 50,000 random games, 500 in each run: each ends as the rules say, with no more gold than there is."""

from collections import Counter

import pytest

from nightcrier.box.games.growl.cards import FINAL_CARDS, NIGHT_CARDS
from nightcrier.box.show.facts import Word
from nightcrier.box.show.stages import Ask, Perform, Tell, Verdict
from tests.box.games.facts import filling, key_of
from tests.box.games.growl.random_games import random_game
from tests.sampling import sampled

GAMES, PARTS = 50_000, 100


class Record:
    """Keeps what an onlooker could write down: what is asked, answered and told."""

    def __init__(self) -> None:
        self.players = 0
        self.dead: set[str] = set()
        self.pages: list[str] = []
        self.walkers: tuple[str, ...] = ()
        self.gold: list[str] = []
        self.stands = "no"

    def note(self, stage, answer: str) -> None:
        match stage:
            case Perform(page=page):
                self.pages.append(page)
            case Tell(facts=facts):
                self._told(facts)
            case Ask(question=Word("growl.ask.humans")):
                self.stands = answer
            case Ask(question=Word("growl.ask.gold")):
                self.gold.append(answer)
            case Ask(question=Word("growl.turn" | "growl.ask.card" | "growl.ask.active")):
                assert self.players - len(self.dead) > 2, "nobody plays on with two living"

    def _told(self, facts) -> None:
        for fact in facts:
            if key_of(fact) == "verdict.dead":
                self.dead |= set(filling(fact, "seats"))
            if key_of(fact) == "growl.swapped":
                self.walkers = (filling(fact, "one"), filling(fact, "two"))

    def home(self) -> set[int]:
        """Return the dead by the seats at which they started."""
        other = dict(zip(self.walkers, reversed(self.walkers), strict=True))
        return {other.get(seat, seat) for seat in self.dead}


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_random_games_end_as_the_rules_say(game, part):
    seen: Counter[str] = Counter()
    for seed in range(part * GAMES // PARTS, (part + 1) * GAMES // PARTS):
        record = Record()
        for play, stage, answer in random_game(game, seed):
            record.players = play.rules.supplies.players
            record.note(stage, answer)
        assert isinstance(stage, Verdict), seed
        ends_right(record, play, stage)
        gold_is_kept(record, play, stage)
        seen.update(play.state.used)
    assert set(seen) == {*NIGHT_CARDS, *FINAL_CARDS, "another-night"}


def ends_right(record: Record, play, verdict: Verdict) -> None:
    """Check that a game ends on the Final Night or with two living, and that the winners are possible."""
    living, used = set(range(1, record.players + 1)) - record.home(), play.state.used
    assert set(verdict.dead) == record.home()
    printed = [(night, card) for night, card in enumerate(used) if card != "another-night"]
    assert record.pages.count("dusk") == len(used) <= 3
    assert len({card for _, card in printed}) == len(printed)
    assert all(card in (FINAL_CARDS if night == 2 else NIGHT_CARDS) for night, card in printed)
    assert len(living) <= 2 or (len(used) == 3 and record.pages.count("night") == 3)
    assert record.pages.count("growl") == 1
    winners, wolves_zero = set(verdict.winners), play.rules.supplies.bites
    if record.stands == "yes":
        assert winners & living
        assert len(winners) <= record.players - wolves_zero
    else:
        assert winners >= living
        assert len(winners) >= wolves_zero


def gold_is_kept(record: Record, play, verdict: Verdict) -> None:
    """Check that winners get one point and one for each Gold, of which there is no more than in the box."""
    icons = [0 if answer == "lost" else int(answer) for answer in record.gold]
    won = [answer != "lost" for answer in record.gold]
    gold = max(play.rules.options.gold, 11 if record.players == 15 else 0)
    assert sum(icons) <= gold + play.rules.options.more_cards
    assert list(verdict.points) == [gold + one for gold, one in zip(icons, won, strict=True)]
    assert set(verdict.winners) == {seat for seat, one in enumerate(won, 1) if one}
    before = play.rules.ledger or (0,) * record.players
    shown = {filling(fact, "n"): filling(fact, "total") for fact in verdict.facts if key_of(fact) == "growl.earned"}
    assert shown == {seat: before[seat - 1] + verdict.points[seat - 1] for seat in verdict.winners}
