"""Neighbors: left and right over the living."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from nightcrier.box.games.growl.village import GrowlVillage, village_of


@st.composite
def villages(draw) -> GrowlVillage:
    seats = draw(st.integers(4, 15))
    living = draw(st.sets(st.integers(1, seats), min_size=2))
    return replace(village_of(seats), living=tuple(sorted(living)))


@given(villages())
def test_the_right_neighbor_of_my_left_neighbor_is_me(village: GrowlVillage) -> None:
    for seat in village.living:
        left, right = village.left(seat, village.living), village.right(seat, village.living)
        assert village.right(left, village.living) == seat == village.left(right, village.living)
        assert seat not in {left, right}


@given(villages(), st.integers(1, 15))
def test_nobody_living_sits_between_neighbors(village: GrowlVillage, seat: int) -> None:
    seat = min(seat, village.seats)
    around = [(seat + step - 1) % village.seats + 1 for step in range(1, village.seats)]
    between = [other for other in around if other in village.living]
    if between:
        assert village.left(seat, village.living) == between[0]
        assert village.right(seat, village.living) == between[-1]


@given(villages())
def test_from_the_left_all_speak_once_and_the_active_player_last(village: GrowlVillage) -> None:
    active = village.living[0]
    order = village.from_left(active)
    assert sorted(order) == list(village.living)
    assert order[-1] == active
    assert order[0] == village.left(active, village.living)


@given(villages())
def test_a_caged_player_has_no_part_in_the_passing(village: GrowlVillage) -> None:
    caged = replace(village, caged=village.living[-1])
    assert set(caged.passing) == set(village.living) - {caged.caged}


@given(villages())
def test_sleepwalkers_take_their_fate_home(village: GrowlVillage) -> None:
    one, two = village.living[:2]
    walked = replace(village, sleepwalkers=(one, two)).without((two,)).at_home()
    assert one not in walked.living
    assert two in walked.living
    assert walked.sleepwalkers == ()
