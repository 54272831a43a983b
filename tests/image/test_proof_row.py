"""Tests the table of the card's proof: it says what falls short, and promises nothing from what was only observed."""

import pytest

from image.proof_row import CardRow, check_row, later_row, print_rows
from nightcrier.tools.doctor.host import Finding
from nightcrier.tools.report import tell_findings


@pytest.mark.parametrize(
    ("holds", "verdict", "every"), [(True, "holds", True), (False, "FALLS SHORT", False), (None, "", True)]
)
def test_each_row_has_its_verdict(holds, verdict, every):
    written: list[object] = []
    rows = iter([CardRow("a", "1", True), CardRow("b", "2", holds), CardRow("c", "3", True)])
    assert print_rows(rows, written.append) is every
    assert written[3] == f"| b | 2 | {verdict} |"


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("fine    service   The service runs.", True),
        ("wrong   sound     No sound card to play through (found: none); plug in a USB speaker.", True),
        ("advice  log       screen: The screen does not answer: nothing at 0x3c on I2C bus 1.", True),
        ("-> cat /proc/asound/cards, once the speaker is plugged in", None),
        ("The box cannot play before this is mended: sound.", True),
        ("The box cannot play before this is mended: state, sound.", False),
        ("wrong   state     /var/lib/nightcrier cannot be written (Read-only file system).", False),
        ("advice  voices    fa: no voice can be read.", False),
        ("advice  log       state: choices.json cannot be written.", False),
        ("Traceback (most recent call last):", False),
    ],
)
def test_of_what_check_says_only_that_is_let_pass_which_qemu_has_not(line, holds):
    assert check_row(line).holds is holds


def test_the_last_line_is_the_one_that_check_says(capsys):
    tell_findings([Finding.wrong("sound", "No sound card to play through.", "plug one in", "hear.help")])
    assert check_row(capsys.readouterr().out.splitlines()[-1]).holds is True


@pytest.mark.parametrize(
    ("turns", "holds"),
    [
        ([(44, 49), (50, 55), (41, 53)], True),
        ([(50, 50), (60, 59), (40, 70)], True),
        ([(50, 49), (60, 59), (40, 70)], False),
        ([(70, 56)], False),
    ],
)
def test_a_later_start_is_no_slower_where_most_are_not_slower_than_debian_in_their_turn(turns, holds):
    row = later_row(turns)
    assert row.holds is holds
    assert all(f"{ours} s and {theirs} s" in row.measured for ours, theirs in turns)
