"""Tests how a fault is told in the language of the table: first what to do, with the name of the file; behind it, for
whoever repairs it, where it is wrong, by literal names, and which command says more."""

import errno
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.box.table.over.faults import FILES, NoticePage
from nightcrier.box.table.step import step
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Cause, Fault, Flaw, Part, fault_of
from nightcrier.kernel.files import NotKept
from nightcrier.kernel.ids import Language
from nightcrier.words.catalogue import LANGUAGES, LAST_RESORT
from tests.box.table.asking import row_texts
from tests.on_glass import measure

WORDS = BadFile(Path("/etc/nightcrier/words/it.toml"), "screen.on", "expected a text")


def noticed(house: Any, table: Table, *faults: Fault) -> Table:
    for fault in faults:
        table, _ = step(house, table, fault)
    return table


def test_what_to_do_comes_first_in_the_tables_language(real_house, real_table):
    table = noticed(real_house, real_table, fault_of(0.0, Part.WORDS, WORDS))
    assert row_texts(look(real_house, table)) == ["Words file", "English is used instead. Fix the file:"]
    assert table.page.lines(real_house, table) == ("screen.fault.words", "screen.fault.words.help")


def test_several_files_are_all_named(real_house, real_table):
    other = BadFile(Path("/etc/nightcrier/words/de.toml"), "", "cannot be read")
    table = noticed(real_house, real_table, *(fault_of(0.0, Part.WORDS, each) for each in (WORDS, other, WORDS)))
    assert table.page.fault.flaws == (Flaw("it.toml", "screen.on"), Flaw("de.toml"))
    assert [page[1] for page in pages_behind(real_house, table)[:2]] == ["it.toml", "de.toml"]


def pages_behind(house: Any, table: Table) -> list[list[str]]:
    """Return all pages to which the dial leads, also beyond the last one."""
    found = []
    for _ in range(9):
        table, _ = step(house, table, Input(table.now, Control.DIAL, Gesture.TURN, 1))
        found.append(row_texts(look(house, table)))
    return [rows for number, rows in enumerate(found) if rows not in found[:number]]


def test_behind_it_each_place_is_named_in_the_tables_language(real_house, real_table):
    german = replace(real_table, choices=replace(real_table.choices, languages=(Language("de"),)))
    other = BadFile(Path("/etc/nightcrier/words/de.toml"), "", "cannot be read")
    table = noticed(
        replace(real_house, call="nightcrier"), german, *(fault_of(0.0, Part.WORDS, e) for e in (WORDS, other))
    )
    assert pages_behind(replace(real_house, call="nightcrier"), table) == [
        ["Der Fehler steht hier:", "it.toml", "screen.on"],
        ["So ist das nicht zu gebrauchen:", "de.toml"],
        ["Alles darüber sagt dieser Befehl:", "nightcrier check"],
    ]


def test_what_failed_inside_asks_for_a_report(real_house, real_table):
    table = noticed(real_house, real_table, Fault(0.0, Part.SOUND, "Speak failed inside.", cause=Cause.INSIDE))
    assert pages_behind(real_house, table)[-1][-1] == f"{real_house.call} report"


def test_a_name_that_is_longer_than_a_screen_is_read_through(real_house, real_table):
    name = "-".join(map(str, range(60)))
    for language in LANGUAGES:
        choices = replace(real_table.choices, languages=(language,))
        fault = Fault(0.0, Part.GAME, "A sentence.", flaws=(Flaw(name, "cards.4"),))
        behind = pages_behind(real_house, noticed(real_house, replace(real_table, choices=choices), fault))
        told = {real_house.words.screen(language, key) for key in ("flaw.place", "fault.game.help")}
        assert "".join(row for page in behind[:-1] for row in page if row not in told) == f"{name}cards.4"


@pytest.mark.parametrize(
    ("number", "cause"), [(errno.ENOSPC, Cause.DISK_FULL), (errno.EROFS, Cause.READ_ONLY), (errno.EIO, Cause.USUAL)]
)
def test_a_card_that_is_full_and_one_that_cannot_be_written_are_two_things(number, cause):
    assert fault_of(0.0, Part.STATE, NotKept(Path("/x"), OSError(number, "why"))).cause is cause


def test_what_cannot_be_kept_is_named_by_its_file():
    fault = fault_of(0.0, Part.STATE, NotKept(Path("/state/scores.sqlite"), OSError(errno.ENOSPC, "why")))
    assert fault.flaws == (Flaw("scores.sqlite"),)


def test_every_cause_of_every_part_has_its_words_and_fits(real_house, real_table):
    said = [(part, cause) for part in Part for cause in (Cause.USUAL, Cause.INSIDE)]
    for part, cause in [*said, (Part.STATE, Cause.DISK_FULL), (Part.STATE, Cause.READ_ONLY)]:
        named = part in FILES and cause is Cause.USUAL
        fault = Fault(0.0, part, "A sentence.", cause=cause, flaws=(Flaw("our-own-night.toml"),) if named else ())
        page = NoticePage(fault, None)
        for line in page.lines(real_house, Table(real_table.choices, page=page)):
            assert real_house.words.line(LAST_RESORT, line), line
        shown = [Table(replace(real_table.choices, languages=(language,)), page=page) for language in LANGUAGES]
        cut = [table.choices.language for table in shown if not measure(look(real_house, table)).whole]
        assert cut == [], (part, cause)


@pytest.mark.parametrize(
    ("part", "cause", "name"),
    [
        (Part.POWER, Cause.INSIDE, "check.wrong"),
        (Part.PANEL, Cause.INSIDE, "check.wrong"),
        (Part.POWER, Cause.USUAL, "fault.power"),
        (Part.STATE, Cause.INSIDE, "fault.state"),
    ],
)
def test_what_fails_inside_beside_hands_and_machine_blames_neither(real_house, real_table, part, cause, name):
    """A program that cannot read the voltage does not know whether the voltage is wrong."""
    fault = Fault(0.0, part, "A sentence.", cause=cause)
    told = real_house.words.screen(real_table.choices.language, name)
    noticed_by = Table(real_table.choices, page=NoticePage(fault, None))
    assert view_lines(look(real_house, noticed_by))[0] == told
    assert view_lines(look(real_house, replace(noticed_by, page=None, faults={part: fault})))[0] == told


def test_a_watcher_that_works_again_takes_no_low_voltage_away(real_house, real_table):
    low, failed = Fault(0.0, Part.POWER, "It is low."), Fault(1.0, Part.POWER, "It failed.", cause=Cause.INSIDE)
    for table in (noticed(real_house, real_table, low), noticed(real_house, real_table, failed, low)):
        watched, _ = step(real_house, table, replace(failed, at=2.0))
        watched, _ = step(real_house, watched, replace(failed, at=3.0, mended=True))
        assert watched.faults == {Part.POWER: low}
        assert step(real_house, watched, replace(low, at=4.0, mended=True))[0].faults == {}


def test_a_long_name_stands_whole_behind(real_house, real_table):
    fault = Fault(0.0, Part.VOICES, "A sentence.", flaws=(Flaw("screen.fault.words.help.opus"),))
    for language in LANGUAGES:
        choices = replace(real_table.choices, languages=(language,))
        table = noticed(real_house, replace(real_table, choices=choices), fault)
        told = {real_house.words.screen(language, key) for key in ("flaw.whole", "fault.voices.help")}
        behind = pages_behind(real_house, table)[:-1]
        assert "".join(row for page in behind for row in page if row not in told) == "screen.fault.words.help.opus"


def test_every_page_behind_fits(real_house, real_table):
    for language in LANGUAGES:
        choices = replace(real_table.choices, languages=(language,))
        for part, cause in [(part, cause) for part in Part for cause in (Cause.USUAL, Cause.INSIDE)]:
            fault = Fault(0.0, part, "A sentence.", cause=cause, flaws=(Flaw("our-own-night.toml", "cards.4"),))
            for index in range(1, 5):
                view = look(real_house, Table(choices, page=NoticePage(fault, None, index)))
                assert measure(view).whole, (language, part, index)
