"""Provides a moderator for tests, who gives random answers, and records what was asked and told."""

from collections.abc import Callable

from msgspec import Struct

from nightcrier.box.games.wherewolf.game import Wherewolf
from nightcrier.box.games.wherewolf.table.course import WherewolfPlay
from nightcrier.box.show.answers import TALK_OVER, Answer, Option
from nightcrier.box.show.facts import Fact, Joined, Number, SeatMark, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict, answer_with_time
from nightcrier.kernel.chance import Chance

LONGEST = 8000
"""The number of stages after which a game is given up."""


def text_of(fact: Fact) -> str:
    """Return a fact as a note such as `house.touch 3, 7`."""
    match fact:
        case Word(key, fillings):
            return " ".join([key, *(f"{name}={text_of(filling)}" for name, filling in fillings.items())])
        case Number(value) | SeatMark(value):
            return str(value)
        case Joined(parts, between):
            return between.join(map(text_of, parts))
    return str(fact)


def bare(noted: str) -> str:
    """Return a noted fact without the prefix that says whether its words belong to this game or to all games."""
    return noted.replace("wherewolf.", "").replace("house.", "")


class Asked(Struct, frozen=True):
    """Holds one stage and the answer to it."""

    stage: Stage
    answer: Answer


Host = Callable[[Stage], Answer]


def random_host(chance: Chance, seconds: Callable[[], float] = lambda: 5.0) -> Host:
    """Return a host that answers every stage at random, taking as long as `seconds` says."""

    def answer(stage: Stage) -> Answer:
        match stage:
            case Ask(choices=choices, marks=None):
                return answer_with_time(stage, _picked(stage, choices, chance), seconds())
            case Ask(choices=choices, marks=marks):
                marked = marks.first or tuple(option.value for option in chance.shuffle(choices)[: marks.least])
                return answer_with_time(stage, marked, seconds())
            case Tell():
                return answer_with_time(stage, "", seconds())
            case Count():
                return TALK_OVER
            case Perform(held=held):
                return held if held and chance.below(4) == 0 else ""
            case Verdict():
                return ""

    return answer


def _picked(stage: Ask, choices: tuple[Option, ...], chance: Chance) -> str:
    if stage.held and chance.below(8) == 0:
        return stage.held
    if "hands" in text_of(stage.question):
        return chance.pick("00000112")
    return chance.pick(choices).value


def play_through(play: WherewolfPlay, host: Host) -> tuple[WherewolfPlay, list[Asked]]:
    """Play to the verdict. Return the game, and every stage with its answer."""
    asked: list[Asked] = []
    while (stage := play.stage()) is not None and len(asked) < LONGEST:
        answer = host(stage)
        asked.append(Asked(stage, answer))
        if isinstance(stage, Verdict):
            break
        play = play.answer(answer)
    return play, asked


def begun(game: Wherewolf, scenario: str, players: int, seed: int = 1, **options: str | int | bool) -> WherewolfPlay:
    return game.begin(Setup(scenario, players, (), options), seed)
