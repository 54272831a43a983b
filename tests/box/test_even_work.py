"""Tests that the work of a turn is filled up to whole portions, in every stage with secrets, and delays nothing."""

import gc

import pytest

from nightcrier.box import even_work
from nightcrier.box.even_work import EvenWork
from nightcrier.box.show.stages import Ask, Perform, Tell
from tests.box.memory.conftest import ForgetfulDisk
from tests.box.wolf_box import WolfBox
from tests.box.wolf_hands import WolfHands

ROLES = "seer pack-leader pack-wolf mage medium witch healer hermit peasant peasant jester assassin"


class Work:
    """Simulates processor and clock in one: both advance by one at each reading, or by what a turn takes."""

    def __init__(self) -> None:
        self.spent = 0

    def __call__(self) -> int:
        self.spent += 1
        return self.spent

    def now(self) -> float:
        return float(self.spent)


@pytest.fixture
def work(monkeypatch):
    monkeypatch.setattr(even_work, "_measure_portion", lambda _worked: 1000)
    yield Work()
    gc.enable()


@pytest.mark.parametrize(("takes", "filled"), [(0, 1000), (10, 1000), (900, 2000), (1500, 2000)])
def test_a_turn_takes_whole_portions(work, takes, filled):
    even = EvenWork(work, work)
    for number in (1, 2):
        work.spent += takes
        even.fill(None)
        assert work.spent == number * filled - 125  # an eighth is left for the picture
        work.spent += min(takes, 100)
        even.settle()
        assert work.spent == number * filled


def test_it_ends_where_something_is_due_and_the_next_turn_makes_up_for_it(work):
    even = EvenWork(work, work)
    even.fill(400.0)
    assert work.spent <= 402
    even.fill(None)
    even.settle()
    assert work.spent == 2000


def test_garbage_is_looked_for_at_each_turn_and_at_no_other_moment(work):
    even, looked = EvenWork(work, work), list[int]()
    gc.callbacks.append(lambda phase, info: looked.append(info["generation"]) if phase == "start" else None)
    try:
        even.fill(None)
        _make_pages()
        assert looked == [0]
        even.rest()
        _make_pages()
        assert len(looked) > 1
    finally:
        gc.callbacks.pop()


def _make_pages() -> list[list[int]]:
    """Return so many values that Python would look for garbage, which a seat's page could otherwise trigger."""
    return [[] for _ in range(2 * gc.get_threshold()[0])]


def test_nothing_is_filled_up_where_nobody_measures():
    even = EvenWork(None, Work())
    even.fill(None)
    even.settle()


def test_a_question_and_a_call_for_nobody_are_filled_up_alike(tmp_path, monkeypatch):
    boxes, filled = list[WolfBox](), set[type]()

    def fill(_even: EvenWork, _due: float | None) -> None:
        filled.update(type(box.stage) for box in boxes)

    monkeypatch.setattr(EvenWork, "fill", fill)
    box = WolfBox(tmp_path, ROLES.split(), 8, 1, files=ForgetfulDisk(), dealing="stacked", assembly=3, latent="chosen")
    boxes.append(box.begin())
    hands = WolfHands(box)
    for _ in range(40):
        hands.act()
    assert filled >= {Ask, Tell, Perform}
