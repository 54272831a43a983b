"""Who is let in: whoever types the code on the glass, and nobody who tries them all."""

from device.net.gate import EVENING, MOST_PASSES, MOST_TRIES, TRIES, Gate

CODE = "123456"


def test_the_code_on_the_glass_lets_in_until_the_evening_is_over() -> None:
    gate = Gate(0.0)
    key = gate.admit(CODE, CODE, 0.0, keeps=False)
    assert key
    assert gate.pass_of(key, EVENING - 1)
    assert gate.pass_of(key, EVENING) is None
    assert gate.pass_of("", 0.0) is None
    assert gate.pass_of(key + "x", 0.0) is None


def test_for_good_is_for_good_and_knows_no_key(tmp_path) -> None:
    gate = Gate(0.0)
    key = gate.admit(CODE, CODE, 0.0, keeps=True)
    assert key
    assert key not in repr(gate.for_good)
    later = Gate(9.0, gate.for_good)
    assert later.pass_of(key, 1e9)
    later.dismiss(later.for_good[0])
    assert later.pass_of(key, 1e9) is None


def test_without_a_code_on_the_glass_nobody_is_let_in() -> None:
    gate = Gate(0.0)
    assert gate.admit("", "", 0.0, keeps=False) is None
    assert gate.admit(CODE, "", 0.0, keeps=False) is None


def test_after_a_few_wrong_ones_the_right_one_is_not_heard_either() -> None:
    gate = Gate(0.0)
    for _ in range(MOST_TRIES):
        assert gate.admit("000000", CODE, 0.0, keeps=False) is None
    assert gate.is_locked
    assert gate.admit(CODE, CODE, 1000.0, keeps=False) is None
    assert gate.admit("654321", "654321", 1000.0, keeps=False)


def test_other_codes_do_not_help_to_try_without_end() -> None:
    gate, tried = Gate(0.0), 0
    for number in range(100):
        tried += gate.admit("right", "right" if number >= TRIES else f"{number}", 0.0, keeps=False) is None
    assert tried == 100


def test_too_many_phones_and_the_oldest_goes() -> None:
    gate = Gate(0.0)
    keys = [gate.admit(CODE, CODE, 10.0 * at, keeps=False) for at in range(MOST_PASSES + 1)]
    assert [bool(gate.pass_of(key or "", 700.0)) for key in (keys[0], keys[1], keys[-1])] == [False, True, True]
