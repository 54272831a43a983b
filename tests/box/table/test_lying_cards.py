"""Tests which cards the box takes to be on the table: those last laid out, until others are laid out completely."""

import msgspec
import pytest
from msgspec.structs import replace

from nightcrier.box.show.facts import RoleName, Word
from nightcrier.box.show.setup import Setup
from nightcrier.box.show.stages import Tell
from nightcrier.box.table.core.effects import Record, Remember
from nightcrier.box.table.core.house import Choices
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.ground.power_on import boot
from tests.box.table.evening import Evening

A = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "villager")
B = ("werewolf", "werewolf", "seer", "robber", "troublemaker", "drunk")
ANEW, GATHER, ALL = "one-night.again", "one-night.lay.gather", "one-night.lay.cards"
DEAL, MINUTE = "one-night.lay.deal", "one-night.minutes.1"
LAY_ALL = [ALL, DEAL]


class CardEvening(Evening):
    """Drives a table that knows all games. Before its first stage, a game tells what to do with the cards."""

    def choose(self, game: str, players: int, deck: tuple[str, ...] = (), **options: str) -> None:
        choices = self.table.choices
        setup = replace(choices.setups[game], players=players, deck=deck, options=options)
        self.table = replace(
            self.table, choices=replace(choices, game=game, setups={**choices.setups, game: setup}), page=None
        )

    def begin(self) -> Tell:
        while self.table.session is None:
            self.start()
        return self.told

    @property
    def told(self) -> Tell:
        stage = self.table.session.stage
        assert isinstance(stage, Tell)
        return stage

    def lay_out(self) -> list[str]:
        """Go through the steps of laying out. Return the first line of each, or the last line before a checklist."""
        told = [self.begin()]
        while self.start() and self.table.session and isinstance(self.table.session.stage, Tell):
            told.append(self.told)
        return [each.lines[-1] if each.checklist else each.lines[0] for each in told]

    def end(self) -> None:
        """End the game: hold BACK, and hold START at the question."""
        for _ in range(4):
            if self.table.session is None:
                return
            self.go("hold-back hold-start")
        raise AssertionError(self.table.page)


@pytest.fixture
def cards(real_house, real_table):
    """Return an evening on which deck A is on the table."""
    evening = CardEvening(real_house, real_table)
    evening.choose("one-night", 3, A)
    assert evening.lay_out() == ["one-night.deal"]
    evening.end()
    return evening


def test_what_was_played_lies_there(cards):
    assert cards.lay_out() == [ANEW]
    cards.end()
    cards.choose("one-night", 3, B)
    assert cards.lay_out() == ["one-night.lay.away", "one-night.lay.come", DEAL]
    cards.end()
    assert cards.lay_out() == [ANEW]


def test_what_lay_there_is_known_on_the_next_evening(cards):
    """With one player fewer, the box names the card to put back, even after a power cut between the evenings."""
    cards.choose("one-night", 4)
    cards.lay_out()
    cards.end()
    kept = next(effect.choices for effect in reversed(cards.effects) if isinstance(effect, Remember))
    written = msgspec.json.decode(msgspec.json.encode(kept), type=Choices)
    tomorrow = CardEvening(cards.house, Table(written, seed=9))
    tomorrow.choose("one-night", 3)
    assert tomorrow.begin().lines == (GATHER, "one-night.lay.away")
    assert (tomorrow.told.title, tomorrow.told.facts) == (Word("lay.away"), (RoleName("villager"),))


@pytest.mark.parametrize("steps", range(3))
@pytest.mark.parametrize("deck", [A, B])
def test_what_was_not_laid_out_to_its_end_does_not_lie_there(cards, steps, deck):
    cards.choose("one-night", 3, B)
    assert cards.begin().lines[0] == GATHER
    for _ in range(steps):
        cards.start()
    cards.end()
    cards.choose("one-night", 3, deck)
    assert cards.lay_out() == LAY_ALL
    cards.end()
    assert cards.lay_out() == [ANEW]


def test_who_only_deals_anew_changes_nothing_by_giving_up(cards):
    assert cards.begin().lines == (ANEW,)
    cards.end()
    assert cards.begin().lines == (ANEW,)


@pytest.mark.parametrize(("deck", "told"), [(A, ["one-night.deal"]), (B, LAY_ALL)])
def test_of_a_first_game_given_up_before_its_night_nobody_knows_what_lies_there(real_house, real_table, deck, told):
    """Nobody else's cards can be there, so whoever begins with the same deck again is told the same again."""
    evening = CardEvening(real_house, real_table)
    evening.choose("one-night", 3, A)
    assert evening.begin().lines == ("one-night.deal", MINUTE)
    evening.end()
    evening.choose("one-night", 3, deck)
    assert evening.lay_out() == told


@pytest.mark.parametrize(("explain", "named"), [("new", True), ("always", True), ("never", False)])
def test_who_wants_nothing_explained_still_hears_which_cards_are_needed(real_house, real_table, explain, *, named):
    """People who chose never to be told anything do not hear which cards are needed."""
    evening = CardEvening(real_house, replace(real_table, choices=replace(real_table.choices, explain=explain)))
    evening.choose("one-night", 3, A)
    evening.start()
    if explain != "never":
        evening.go("start back")
    assert (evening.told.lines[0] == ALL) == named
    assert evening.lay_out() == ([ALL, DEAL] if named else ["one-night.deal"])


@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_after_a_power_cut_the_same_lies_there(cards, step):
    """The journal has all that a game has come to, so a press of BACK between the steps is known after a cut too."""
    cards.choose("one-night", 3, B)
    cards.effects.clear()
    cards.begin()
    for _ in range(step):
        cards.start()
    if step == 1:
        cards.back()
    entries = [effect.entry for effect in cards.effects if isinstance(effect, Record)]
    known = cards.table.choices.lying["one-night"]
    assert (len(known) == 1) == (step == 3)
    restored, _ = boot(cards.house, Table(cards.table.choices, seed=9), entries)
    assert restored.choices.lying["one-night"] == known


def test_growl_given_up_before_its_first_turn_is_not_taken_for_laid_out(real_house, real_table):
    evening = CardEvening(real_house, real_table)
    evening.choose("growl", 6, wording="short")
    gives_up_laying_out(evening)
    assert "growl.setup.again" not in growl(evening, 6)


def growl(evening: CardEvening, players: int) -> list[str]:
    evening.choose("growl", players, wording="short")
    return evening.lay_out()


def test_growl_for_another_number_given_up_is_laid_out_wholly(real_house, real_table):
    evening = CardEvening(real_house, real_table)
    short = growl(evening, 6)
    evening.end()
    assert growl(evening, 6) == ["growl.setup.again", *short[1:]]
    evening.end()
    drawn = ("growl.setup.again", "growl.setup.fresh", "growl.setup.aside")
    assert evening.begin().lines == drawn
    evening.end()
    evening.choose("growl", 9, wording="short")
    first = evening.begin()
    evening.end()
    told = growl(evening, 9)
    assert first.lines[0] == "growl.setup.gather"
    assert told[0] == "growl.setup.gather"
    assert "growl.setup.pile" in told
    evening.end()
    assert growl(evening, 9) != told


def test_a_first_growl_given_up_while_it_is_laid_out_is_told_as_a_first(real_house, real_table):
    first = growl(CardEvening(real_house, real_table), 6)
    evening = CardEvening(real_house, real_table)
    evening.choose("growl", 6, wording="short")
    gives_up_laying_out(evening)
    assert growl(evening, 6) == first


def test_a_first_growl_given_up_while_it_is_laid_out_is_gathered_for_another_number(real_house, real_table):
    evening = CardEvening(real_house, real_table)
    evening.choose("growl", 6, wording="short")
    gives_up_laying_out(evening)
    assert growl(evening, 7)[0] == "growl.setup.gather"


def gives_up_laying_out(evening: CardEvening) -> None:
    evening.begin()
    while not evening.told.lays:
        evening.start()
    evening.end()


def test_who_goes_back_to_a_step_once_all_is_laid_out_changes_nothing(real_house, real_table):
    evening = CardEvening(real_house, real_table)
    growl(evening, 6)
    evening.end()
    evening.effects.clear()
    growl(evening, 7)
    assert evening.after("back").told.lays
    entries = [effect.entry for effect in evening.effects if isinstance(effect, Record)]
    restored, _ = boot(evening.house, Table(evening.table.choices, seed=9), entries)
    assert restored.choices.lying["growl"] == evening.table.choices.lying["growl"] == (_own(evening),)
    evening.end()
    assert "growl.setup.gather" not in growl(evening, 7)


def _own(evening: CardEvening) -> Setup:
    setup = evening.table.session.setup
    return Setup(setup.scenario, setup.players, setup.deck, setup.options)
