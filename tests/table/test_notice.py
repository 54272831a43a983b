"""What is broken is told in the language of the table: what to do, with the name of the file; the sentence for whoever
mends it stands behind."""

import errno
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from device.kernel.errors import BadFile
from device.kernel.events import Cause, Fault, Part
from device.kernel.faults import fault_of
from device.kernel.files import NotKept
from device.table.look import look
from device.table.page_kinds import HomePage, NoticePage
from device.table.pages.page import page_lines
from device.table.state import FILES, Table
from device.table.step import step
from device.table.view import view_lines
from device.words.catalogue import LANGUAGES
from tests.on_glass import measure

WORDS = BadFile(Path("/etc/nightcrier/words/it.toml"), "screen.on", "expected a text")


def noticed(house: Any, table: Table, *faults: Fault) -> Table:
    for fault in faults:
        table, _ = step(house, table, fault)
    return table


def test_the_file_is_named_as_it_is_and_the_rest_is_in_the_tables_language(real_house: Any, real_table: Table) -> None:
    table = noticed(real_house, real_table, fault_of(0.0, Part.WORDS, WORDS))
    assert view_lines(look(real_house, table)) == [
        "Words file",
        "English is used instead. Mend the file:",
        "it.toml",
    ]
    assert page_lines(real_house, table) == ("screen.fault.words", "screen.fault.words.help")


def test_several_files_are_all_named(real_house: Any, real_table: Table) -> None:
    other = BadFile(Path("/etc/nightcrier/words/de.toml"), "", "cannot be read")
    table = noticed(real_house, real_table, *(fault_of(0.0, Part.WORDS, each) for each in (WORDS, other, WORDS)))
    assert isinstance(table.page, NoticePage)
    assert table.page.fault.file == "it.toml, de.toml"


@pytest.mark.parametrize(
    ("number", "cause"),
    [(errno.ENOSPC, Cause.DISK_FULL), (errno.EROFS, Cause.READ_ONLY), (errno.EIO, Cause.USUAL)],
)
def test_a_card_that_is_full_and_one_that_cannot_be_written_are_two_things(number: int, cause: Cause) -> None:
    assert fault_of(0.0, Part.STATE, NotKept(Path("/x"), OSError(number, "why"))).cause is cause


def test_every_cause_of_every_part_has_its_words_and_fits(real_house: Any, real_table: Table) -> None:
    said = [(part, cause) for part in Part for cause in (Cause.USUAL, Cause.INSIDE)]
    for part, cause in [*said, (Part.STATE, Cause.DISK_FULL), (Part.STATE, Cause.READ_ONLY), (Part.STATE, Cause.WAITS)]:
        named = part in FILES and cause is Cause.USUAL
        fault = Fault(0.0, part, "A sentence.", cause=cause, file="our-own-night-for-ten.toml" if named else "")
        page = NoticePage(fault, HomePage())
        for line in page_lines(real_house, Table(real_table.choices, page=page)):
            assert all(real_house.words.line(language, line) for language in LANGUAGES), line
        shown = [Table(replace(real_table.choices, languages=(language,)), page=page) for language in LANGUAGES]
        cut = [table.choices.language for table in shown if not measure(look(real_house, table)).whole]
        assert cut == [], (part, cause)
