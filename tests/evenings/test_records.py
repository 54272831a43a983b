"""What people see and hear in the scripted evenings is what it was, dot by dot and word by word."""

import pytest

from tests.evenings.records import EVENINGS, SHOWS, TRANSLATED, Taken, first_difference, kept_file, make_record


@pytest.mark.parametrize("taken", [*EVENINGS, *TRANSLATED, *SHOWS], ids=lambda taken: taken.name)
def test_the_record_is_as_it_was_kept(taken: Taken) -> None:
    difference = first_difference(kept_file(taken).read_text("utf-8"), make_record(taken))
    assert not difference, f"{difference}\n(meant? `python -m tests.evenings.records --keep`, and say why)"
