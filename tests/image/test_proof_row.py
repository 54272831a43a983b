"""The table of the card's proof: what falls short is said, and what was only looked at promises nothing."""

import pytest

from image.proof_row import CardRow, print_rows


@pytest.mark.parametrize(
    ("holds", "verdict", "every"), [(True, "holds", True), (False, "FALLS SHORT", False), (None, "", True)]
)
def test_each_row_has_its_verdict(holds: bool | None, verdict: str, every: bool) -> None:
    written: list[object] = []
    rows = iter([CardRow("a", "1", True), CardRow("b", "2", holds), CardRow("c", "3", True)])
    assert print_rows(rows, written.append) is every
    assert written[3] == f"| b | 2 | {verdict} |"
