"""Runs in a copy of the program that has the roles Owl and Magpie: a night by voice, a dealt game, a judgment."""

import json
import sys

from nightcrier.box.games.one_night.dealt.game import begin_dealt_night
from nightcrier.box.games.one_night.night_show import night_show
from nightcrier.box.games.one_night.rules.deal import OneNightRules
from nightcrier.box.games.one_night.rules.options import Options
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.stages import Perform, Verdict
from nightcrier.cli import main
from nightcrier.kernel.chance import SeededChance

DECK = ("werewolf", "owl", "magpie", "villager", "villager", "villager")
show = night_show(DECK, Options(wording="full"), SeededChance(0))


def is_held(seed: int) -> bool:
    cards = begin_dealt_night(OneNightRules(DECK, 3, Options(deal=True), seed=seed)).state.cards.printed
    return {"owl", "magpie"} <= set(cards[:3])


seed = next(filter(is_held, range(1000)))
play = begin_dealt_night(OneNightRules(DECK, 3, Options(deal=True, secret_vote=True), seed=seed))
seen = []
while not isinstance(stage := play.stage(), Verdict):
    row = ()
    if isinstance(stage, Perform) and stage.acts:
        ((name, turn),) = stage.acts.items()
        while options := turn.prompt(row).options:
            row = (*row, options[0].value)
        seen += [[name, len(row), len(turn.prompt(row).seen)]] if turn.seats else []
    play = play.answer(row)
print(
    json.dumps(
        {
            "said": [line for cue in show if isinstance(cue, Say) for line in cue.lines],
            "windows": {cue.name: cue.seconds for cue in show if isinstance(cue, Window)},
            "turns": seen,
            "moved": play.state.played.dealt.lies != play.state.cards.lies,
            "story": [line for told in stage.tale for line in told.fact.said],
        }
    )
)
sys.exit(main(["judge", sys.argv[1]]))
