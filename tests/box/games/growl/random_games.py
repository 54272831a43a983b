"""Plays whole games of GROWL with random people, who press and dial whatever is offered."""

import random
from collections.abc import Iterator

from nightcrier.box.games.growl.game import Growl
from nightcrier.box.games.growl.village import GrowlGame
from nightcrier.box.show.answers import BACK, SKIP, Answer
from nightcrier.box.show.cues import Call, Say
from nightcrier.box.show.facts import Fact, PrintedName, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Perform, Stage, Tell, Verdict
from tests.box.games.facts import key_of, keys_of


def random_setup(seed: int, dice: random.Random) -> Setup:
    players, gold = 4 + seed % 12, dice.choice((10, 12))
    ledger = tuple(dice.randrange(4) for _ in range(players)) if seed % 3 == 0 else ()
    chosen = {"wording": dice.choice(("evening", "full", "short")), "turns": dice.choice(("start", "heartbeat"))}
    options = {"gold": gold, "draws": bool(seed % 2), "more_cards": 19 * (seed % 4 == 2), **chosen}
    before = (Setup("growl-classic", 4 + seed // 12 % 12),) if ledger else ()
    return Setup("growl-classic", players, (), options, ledger=ledger, heard=bool(ledger), before=before)


def random_game(game: Growl, seed: int, skips: bool = True) -> Iterator[tuple[GrowlGame, Stage, Answer]]:
    """Yield every stage with its answer. Some tables are calm and mostly take the first answer; others dial wildly."""
    dice = random.Random(seed)
    play, calm = game.begin(random_setup(seed, dice), seed), dice.random()
    while (stage := play.stage()) is not None:
        answer: Answer = ""
        if isinstance(stage, Ask) and stage.marks:
            answer = tuple(
                choice.value for choice in dice.sample(stage.choices, dice.randint(stage.marks.least, stage.marks.most))
            )
        elif isinstance(stage, Ask):
            answer = (stage.choices[stage.start] if dice.random() < calm else dice.choice(stage.choices)).value
        elif isinstance(stage, Tell) and stage.skip and skips:
            answer = SKIP
        yield play, stage, answer
        play = play.answer(answer)


def everything_shown(game: Growl, games: int) -> tuple[set[str], set[str]]:
    """Return all lines, and the keys of all facts, that occur in this many games."""
    lines: set[str] = set()
    keys: set[str] = {key_of(fact) for seed in range(12) for fact in _around(game, seed)}
    for seed in range(games):
        for play, stage, _ in random_game(game, seed, skips=seed >= 24):
            lines |= set(_lines(stage))
            if seed < 24 and isinstance(stage, Ask) and stage.back and (before := play.answer(BACK).stage()):
                lines |= set(_lines(before))
            keys |= set(keys_of(_facts(stage)))
    return lines, keys


def _around(game: Growl, seed: int) -> tuple[Fact, ...]:
    setup = Setup("growl-classic", 4 + seed, ("gift",), {"gold": 10})
    return (*game.problems(setup), *game.warnings(setup))


def _lines(stage: Stage) -> Iterator[str]:
    if isinstance(stage, Perform):
        yield from (line for cue in stage.show if isinstance(cue, Say) for line in cue.lines)
    elif isinstance(stage, Ask | Tell | Verdict):
        yield from stage.lines
        yield from (line for fact in _facts(stage) if isinstance(fact, Word) for line in fact.said)


def _facts(stage: Stage) -> Iterator[Fact]:
    match stage:
        case Perform(show):
            yield from (cue.title for cue in show if isinstance(cue, Call))
        case Ask(question=question, choices=choices):
            yield question
            yield from (stage.foot,) if stage.foot else ()
            yield from (choice.label for choice in choices)
            yield from (value for value in question.fillings.values() if isinstance(value, PrintedName))
        case Tell(facts=facts, title=title):
            yield from (*facts, *((title,) if title else ()))
        case Verdict(facts=facts):
            yield from facts
