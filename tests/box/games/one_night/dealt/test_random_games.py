"""20,000 random games without cards end with the verdict the judge gives for the same game; 1,000 every time."""

import json
from random import Random

import msgspec
import pytest

from nightcrier.box.games.one_night.referee.verdict import judge_round
from nightcrier.box.games.one_night.sheets.judge_report import Meeting, OneNightReport, report_judgement
from nightcrier.box.games.one_night.sheets.judge_sheet import read_sheet, to_round
from nightcrier.box.show.facts import Fact
from nightcrier.box.show.stages import Verdict
from tests.box.games.facts import filling, key_of
from tests.box.games.one_night.dealt.playing import Played, random_game
from tests.sampling import sampled

GAMES = 20_000
PARTS = 20


@pytest.mark.untraced
@pytest.mark.parametrize("part", sampled(range(PARTS)))
def test_the_verdict_is_the_judges(part: int) -> None:
    rng = Random(part)
    for _ in range(GAMES // PARTS):
        game = random_game(rng)
        judged = report_judgement(judge_round(to_round(read_sheet(json.dumps(game.sheet).encode()))))
        _agree(game, judged)


def _agree(game: Played, judged: OneNightReport) -> None:
    verdict = game.evening.stage()
    assert isinstance(verdict, Verdict)
    assert [f"P{seat}" for seat in verdict.dead] == judged.dead
    assert [f"P{seat}" for seat in verdict.winners] == judged.winners
    cards = game.evening.state.cards
    assert [cards.face(seat) for seat in range(cards.seats)] == [player.card for player in judged.players.values()]
    assert judged.warnings is msgspec.UNSET  # whoever had to act did, or the box did it; no shield was run against
    for seat, facts in game.shown.items():
        told = [(look.place, look.card) for look in judged.told.get(seat, []) if not isinstance(look, Meeting)]
        shown = [_sighting(seat, fact) for fact in facts if key_of(fact) != "deal.become"]
        copied = game.sheet["players"][int(seat[1:]) - 1] == "doppelganger"
        assert set(shown) <= set(told) if copied else shown == told


def _sighting(seat: str, fact: Fact) -> tuple[str, str]:
    n = filling(fact, "n") if "n" in fact.fillings else ""
    places = {"deal.seat-card": f"P{n}", "deal.center-card": f"C{n}", "deal.extra-card": "CW", "deal.own-card": seat}
    return places[key_of(fact)], str(filling(fact, "role"))
