"""Tests that whoever types the code on the screen is let in, and nobody who tries all codes."""

from itertools import count

import pytest

from nightcrier.web.gate import (
    EVENING,
    MOST_BY_ONE_ADDRESS,
    MOST_BY_ONE_CODE,
    MOST_CALLERS,
    MOST_FOR_GOOD,
    MOST_PASSES,
    MOST_TRIES,
    OF_ALL,
    TRIES,
    TRIES_A_SECOND,
    Denial,
    Gate,
)

CODE = "123456"


_ADDRESSES = count()


def admitted(gate: Gate, now: float = 0.0, code: str = CODE, *, keeps: bool = False) -> str:
    """Return the key of a phone that typed the right code, at a new address."""
    key = gate.admit(code, code, now, keeps=keeps, caller=f"10.0.0.{next(_ADDRESSES)}")
    assert isinstance(key, str)
    return key


@pytest.fixture
def gate():
    return Gate(0.0)


def test_the_code_on_the_glass_lets_in_until_the_evening_is_over(gate):
    key = admitted(gate)
    assert gate.pass_of(key, EVENING - 1)
    assert gate.pass_of(key, EVENING) is None
    assert gate.pass_of("", 0.0) is None
    assert gate.pass_of(key + "x", 0.0) is None


def test_for_good_is_for_good_and_knows_no_key(gate):
    key = admitted(gate, keeps=True)
    assert key not in repr(gate.for_good)
    later = Gate(9.0, gate.for_good)
    assert later.pass_of(key, 1e9)
    later.dismiss(later.for_good[0])
    assert later.pass_of(key, 1e9) is None


def test_without_a_code_on_the_glass_nobody_is_let_in(gate):
    assert gate.admit("", "", 0.0, keeps=False) is Denial.WRONG
    assert gate.admit(CODE, "", 0.0, keeps=False) is Denial.WRONG


def test_after_a_few_wrong_ones_the_right_one_is_not_heard_either(gate):
    for _ in range(MOST_TRIES):
        assert gate.admit("000000", CODE, 0.0, keeps=False) is Denial.WRONG
    assert gate.admit(CODE, CODE, 1000.0, keeps=False) is Denial.LOCKED
    assert isinstance(gate.admit("654321", "654321", 1000.0, keeps=False), str)


@pytest.mark.parametrize("most_tries", [MOST_TRIES, None])
def test_beside_a_flood_of_one_address_the_right_one_gets_in_at_its_first_try(most_tries):
    """The flood is five hundred tries a second, for a minute."""
    gate = Gate(0.0, most_tries=most_tries)
    for number in range(500 * 60):
        gate.admit("000000", CODE, number / 500, keeps=False, caller="10.0.0.66")
    assert isinstance(gate.admit(CODE, CODE, 59.999, keeps=False, caller="10.0.0.5"), str)
    assert isinstance(gate.admit(CODE, CODE, 59.999, keeps=False, caller="10.0.0.66"), Denial)


def test_all_addresses_of_one_network_are_one_address(gate):
    for number in range(MOST_TRIES):
        gate.admit("000000", CODE, 0.0, keeps=False, caller=f"fd00::{number}")
    assert gate.admit(CODE, CODE, 60.0, keeps=False, caller="fd00::ffff") is Denial.LOCKED
    assert isinstance(gate.admit(CODE, CODE, 60.0, keeps=False, caller="fd00:0:0:1::5"), str)


def test_all_addresses_together_try_three_hundred_codes_and_then_another_one_is_needed(gate):
    said = [
        gate.admit("000000", CODE, 0.0, keeps=False, caller=f"10.0.0.{number // MOST_TRIES}") for number in range(301)
    ]
    assert said == [Denial.WRONG] * OF_ALL * MOST_TRIES + [Denial.LOCKED]
    assert gate.admit(CODE, CODE, 0.0, keeps=False, caller="10.0.0.99") is Denial.LOCKED
    assert isinstance(gate.admit("654321", "654321", 0.0, keeps=False, caller="10.0.0.99"), str)


def knocked(gate: Gate, seconds: range, addresses: int) -> int:
    """Try a wrong password once a second from each address of a laptop, and return how many tries were considered."""
    tries = ((second, number) for second in seconds for number in range(addresses))
    said = [gate.admit("wrong", CODE, at, keeps=False, caller=f"10.0.0.{number}") for at, number in tries]
    return said.count(Denial.WRONG)


def test_a_right_password_is_heard_beside_all_addresses_of_a_laptop():
    """The right password is accepted at once, or after a wrong one when its address has a turn."""
    gate = Gate(0.0, most_tries=None)
    for minute in range(2):
        knocked(gate, range(60 * minute, 60 * minute + 60), 120)
        for _ in range(3):  # browsers of the organiser
            assert isinstance(gate.admit(CODE, CODE, 60 * minute + 59, keeps=False, caller="10.1.0.1"), str)
    assert gate.admit("mistyped", CODE, 119, keeps=False, caller="10.1.1.1") is Denial.WRONG
    knocked(gate, range(120, 131), 120)
    assert isinstance(gate.admit(CODE, CODE, 130, keeps=False, caller="10.1.1.1"), str)


def test_a_password_is_tried_so_often_a_second_by_all_addresses_together():
    gate = Gate(0.0, most_tries=None)
    knocked(gate, range(30), 300)
    assert 30 * OF_ALL * TRIES_A_SECOND < knocked(gate, range(30, 60), 300) <= 2 * 30 * OF_ALL * TRIES_A_SECOND


def test_the_addresses_that_are_remembered_are_few(gate):
    for number in range(2 * MOST_CALLERS):
        gate.admit("000000", CODE, 0.0, keeps=False, caller=f"{number}")
    assert len(gate._callers) == MOST_CALLERS


def test_a_right_code_costs_nothing_however_many_type_it_at_once(gate):
    assert all(admitted(gate) for _ in range(4 * TRIES))


def test_other_codes_on_the_glass_do_not_help_to_try_without_end(gate):
    """A new try is allowed every five seconds, and until then even the right code is ignored."""
    for number in range(TRIES):
        assert gate.admit("wrong", f"{number}", 0.0, keeps=False) is Denial.WRONG
    assert gate.admit(CODE, CODE, 4.9, keeps=False) is Denial.HASTY
    assert gate.admit("wrong", CODE, 5.1, keeps=False) is Denial.WRONG
    assert gate.admit(CODE, CODE, 9.9, keeps=False) is Denial.HASTY
    assert isinstance(gate.admit(CODE, CODE, 10.2, keeps=False), str)


def test_too_many_phones_and_the_oldest_goes(gate):
    keys = [admitted(gate, 10.0 * at, str(at // MOST_BY_ONE_CODE)) for at in range(MOST_PASSES + 1)]
    assert [bool(gate.pass_of(key, 700.0)) for key in (keys[0], keys[1], keys[-1])] == [False, True, True]


def test_by_one_code_nobody_puts_all_others_out(gate):
    owner = admitted(gate, code="000001", keeps=True)
    for _ in range(MOST_BY_ONE_CODE):
        admitted(gate)
    assert gate.admit(CODE, CODE, 0.0, keeps=True) is Denial.LOCKED
    assert gate.pass_of(owner, 0.0)
    assert admitted(gate, code="000002")


def test_nobody_uses_up_a_code_alone_nor_puts_the_phones_of_others_out(gate):
    """Without a limit, a guest who read two codes could take all 64 places."""
    others = [admitted(gate, code="000001") for _ in range(5)]
    said = [gate.admit(CODE, CODE, 0.0, keeps=False, caller="10.1.0.66") for _ in range(MOST_BY_ONE_ADDRESS + 1)]
    assert said[-1] is Denial.LOCKED
    assert all(isinstance(each, str) for each in said[:-1])
    assert all(gate.pass_of(key, 0.0) for key in others)
    assert admitted(gate)
    assert isinstance(gate.admit("000002", "000002", 0.0, keeps=False, caller="10.1.0.66"), str)


def test_passes_for_good_leave_an_evening_its_places_and_put_none_of_each_other_out(gate):
    owner = admitted(gate, code="000001", keeps=True)
    for at in range(2 * MOST_BY_ONE_CODE):
        admitted(gate, code=f"00001{at // MOST_BY_ONE_CODE}", keeps=True)
    assert len(gate.for_good) == MOST_FOR_GOOD
    evening = [admitted(gate, 30 * EVENING) for _ in range(MOST_BY_ONE_CODE)]
    assert all(gate.pass_of(key, 30 * EVENING) for key in (owner, *evening))


def test_a_password_lets_in_without_end():
    gate = Gate(0.0, most_tries=None)
    assert all(admitted(gate) for _ in range(2 * MOST_BY_ONE_CODE))


def test_those_of_an_evening_that_is_over_go_first_and_those_for_good_last():
    gate = Gate(0.0, most_tries=None)
    for_good = gate.admit(CODE, CODE, 0.0, keeps=True)
    old = [gate.admit(CODE, CODE, 0.0, keeps=False) for _ in range(MOST_PASSES - 2)]
    young = gate.admit(CODE, CODE, 1.0, keeps=False)
    newcomer = gate.admit(CODE, CODE, EVENING, keeps=False)
    assert all(gate.pass_of(str(key), EVENING) for key in (for_good, young, newcomer))
    assert not any(gate.pass_of(str(key), 0.0) for key in old)
    for _ in range(MOST_PASSES):
        gate.admit(CODE, CODE, EVENING + 1, keeps=False)
    assert gate.pass_of(str(for_good), EVENING)
    assert not gate.pass_of(str(newcomer), EVENING)
