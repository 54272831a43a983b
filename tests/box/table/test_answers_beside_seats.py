"""Tests that no name can read like an answer offered beside seats and people, in any game or list of the box."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from msgspec.structs import replace

from nightcrier.box.events import PersonStanding, Standings
from nightcrier.box.games.engine.game import FileGame
from nightcrier.box.show.answers import TALK_OVER, Answer, Option
from nightcrier.box.show.facts import Fact, Joined, SeatMark, SeatName, Word
from nightcrier.box.show.plug import Game, Play, problems_of
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Ask, Count, Marks, Perform, Secret, Stage, answer_with_time
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import fact_text, has_other_meaning, spelling_refusal
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.evening_menus import names_items, people_items, places_items
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import Item
from nightcrier.box.table.over.who_plays import OtherThanPerson
from nightcrier.box.table.plugs.recording.menu import speakers_items
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.ids import Language
from nightcrier.kernel.people import EveningKind
from nightcrier.words.catalogue import LANGUAGES
from tests.sampling import so_many

GAMES, STAGES, TURNS = 40, so_many(400, 100), 6
"""The games for each scenario, the most stages of a game, and the most choices in a secret turn. Random hands seldom
add up, so most stages ask for a recount."""


def is_seat(label: Fact) -> bool:
    match label:
        case SeatName() | SeatMark():
            return True
        case Joined(parts):
            return any(map(is_seat, parts))
        case Word(fillings=fillings):
            return any(map(is_seat, fillings.values()))
    return False


class People:
    """Answers every stage at random, and keeps the options that are offered beside seats."""

    def __init__(self, seed: int) -> None:
        self.chance, self.beside = SeededChance(seed), list[Fact]()

    def play(self, play: Play) -> None:
        for _ in range(STAGES):
            stage = play.stage()
            if stage is None:
                break
            play = play.answer(answer_with_time(stage, self._answer(stage), 1.0))

    def _answer(self, stage: Stage) -> Answer:
        match stage:
            case Ask(choices=choices, marks=None):
                self._look(choices)
                return self.chance.pick(choices).value
            case Ask(choices=choices, marks=Marks() as marks):
                self._look(choices)
                return marks.first or tuple(each.value for each in self.chance.shuffle(choices)[: marks.least])
            case Perform(acts=acts) if acts:
                return self._turn(next(iter(acts.values())))
            case Count():
                return TALK_OVER
        return ""

    def _turn(self, secret: Secret) -> Answer:
        row: tuple[str, ...] = ()
        while len(row) < TURNS and (options := secret.prompt(row).options):
            self._look(options)
            row = (*row, self.chance.pick(options).value)
        return row

    def _look(self, options: tuple[Option, ...]) -> None:
        if any(is_seat(option.label) for option in options):
            self.beside += [option.label for option in options if not is_seat(option.label)]


def games_by_lot(game: Game) -> Iterator[tuple[Setup, int]]:
    """Yield games of each scenario, with random options if they can be played. Whole runs vary the players too."""
    for seed in range(GAMES):
        for scenario in game.scenarios():
            plain, chance = Setup(scenario.id, scenario.players[-so_many(seed % 2, 0)]), SeededChance(seed)
            drawn = replace(plain, options={choice.id: chance.pick(choice.values) for choice in game.choices()})
            yield plain if problems_of(game, drawn) else drawn, seed


def played(game: Game) -> Sequence[Fact]:
    """Return all options that were offered beside seats in these games."""
    beside: list[Fact] = []
    for setup, seed in games_by_lot(game):
        people = People(seed)
        people.play(game.begin(setup, seed))
        beside += [label for label in people.beside if label not in beside]
    return beside


@pytest.fixture(scope="module")
def beside_seats(real_house):
    return {game.id: played(game) for game in real_house.games.values()}


def accepted(names: Iterable[str], house: House, language: Language) -> set[str]:
    """Return which of these names a box accepts in a language."""
    read = {name: has_other_meaning(name, house.words, [language], house.answers) for name in names}
    return {name for name, meaning in read.items() if not (spelling_refusal(name, language) or meaning)}


@pytest.mark.untraced
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_answer_beside_a_seat_is_a_name_in_any_game(language, real_house, beside_seats):
    for game, beside in beside_seats.items():
        texts = [fact_text(real_house.words, language, label) for label in beside]
        assert len(set(texts)) > 3 or isinstance(real_house.games[game], FileGame), game
        assert accepted(texts, real_house, language) == set(), game


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_else_in_a_list_of_people_is_a_name(language, real_house, real_table):
    people = tuple(PersonStanding(name, 0, 0, out=False) for name in ("Ann", "", "Cleo"))
    page = ListingPage(MENUS["names"], ListingPage(MENUS["person"], ListingPage(MENUS["people"], None)))
    table = replace(real_table, page=page, standings=Standings(0.0, EveningKind.OPEN, 5, people, (), {}))
    lists: tuple[Callable[[House, Table], tuple[Item, ...]], ...] = (
        people_items, names_items, places_items, speakers_items,
    )  # fmt: skip
    items = (item for each in lists for item in each(real_house, table))
    others = {item.line.removeprefix("screen.") for item in items if not (item.named or item.n)}
    assert others == {"who.newcomer", "people.spell", "people.no-name"}
    texts = [real_house.words.screen(language, key) for key in (*others, *OtherThanPerson)]
    assert accepted(texts, real_house, language) == set()


@pytest.mark.parametrize("name", ["N\u043ebody", "S\u0435\u0435r", "S\u0435at 2", "B\u0430ck", "N\u03bfbody"])
def test_letters_of_another_script_make_no_name_of_an_answer(name, real_house):
    assert has_other_meaning(name, real_house.words, [Language("en")], real_house.answers)
