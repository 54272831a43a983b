"""Tests the page that lets in a phone: it exists only with a second program, and its code is valid only while shown."""

import pytest
from msgspec.structs import replace

from nightcrier.box.assembly import build_box
from nightcrier.box.events import Wished
from nightcrier.box.hardware import Hardware, PowerOn
from nightcrier.box.sound.port import SilentPlayer
from nightcrier.box.table.core.state import Rest
from nightcrier.box.table.drawing.ink import LEAST_STEP, SizeStep
from nightcrier.box.table.drawing.view import Size, Text, view_lines
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.phone.phone_page import PhonePage
from nightcrier.box.table.step import table_due
from nightcrier.kernel.chance import SeededChance
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.machine_state import MachineFiles
from nightcrier.kernel.settings import NetSettings, Settings
from nightcrier.wire.wishes import ReachedAt
from nightcrier.words.catalogue import LANGUAGES, UNHEARD
from tests.box.table.asking import public
from tests.box.table.evening import Evening
from tests.on_glass import draw, measure
from tests.sampling import sampled_languages

PHONE = LineId("screen.phone")
IN_A_PICTURE = ("10.0.0.5:80", "192.168.178.123:8080", "255.255.255.255:65535", "raspberrypi.local:8080")
TOO_LONG = ("nightcrier-upstairs.local:8080", "the-box-that-stands-upstairs.home.arpa:65535")


def at_phone(evening: Evening) -> Evening:
    """Open the phone page with the dial, through the menu."""
    evening.house = replace(evening.house, settings=Settings(net=NetSettings(enabled=True)))
    return evening.at_row(PHONE).after("press")


@pytest.mark.parametrize("has_root", [False, True])
@pytest.mark.parametrize("machine", [MachineFiles(), None], ids=["of its own", "tab of a browser"])
def test_every_box_with_root_has_the_row_as_it_comes(tmp_path, has_root, machine):
    root = (lambda _: []) if has_root else None
    hardware = Hardware(VirtualClock(), SeededChance(1), SilentPlayer(), ask_root=root, machine=machine)
    daemon = build_box(standard_folders({}, tmp_path), hardware, PowerOn(), []).daemon
    rows = [item.line for item in MENUS["box"].items(daemon.house, daemon.table)]
    assert (PHONE in rows) is (has_root and machine is not None)


def test_the_code_stands_on_the_glass_and_nowhere_once_it_is_left(evening):
    page = at_phone(evening).table.page
    assert (len(page.code), page.code.isdecimal()) == (6, True)
    assert f"{page.code[:3]} {page.code[3:]}" in view_lines(look(evening.house, evening.table))
    assert public(evening).code == page.code
    assert isinstance(evening.after("back").table.page, ListingPage)
    assert public(evening).code == ""


def test_a_sleeping_glass_shows_no_code(evening):
    at_phone(evening)
    evening.table = replace(evening.table, rest=replace(evening.table.rest, asleep=True))
    assert public(evening).code == ""


def test_every_code_is_another(evening):
    codes = set()
    for _ in range(5):
        codes.add(public(at_phone(evening)).code)
        evening.back()
    assert len(codes) == 5


def test_a_held_back_leads_away_and_the_dial_leaves_it(evening):
    before = at_phone(evening).table.page
    assert evening.after("1").table.page == before
    assert isinstance(evening.after("hold-back").table.page, ListingPage)


def test_the_address_stands_there_once_the_second_program_tells_it(evening):
    at_phone(evening)
    assert "phone.waits" in view_lines(look(evening.house, evening.table))
    assert "192.168.1.20:8080" in public(evening.after(Wished(0.0, ReachedAt("192.168.1.20:8080")))).lines
    assert look(evening.house, evening.table).scanned == "http://192.168.1.20:8080/"


def test_an_address_too_long_for_a_picture_stands_there_in_letters(evening):
    at_phone(evening)
    address = "the-box-of-the-house.home.arpa:8080"
    evening.send(Wished(0.0, ReachedAt(address)))
    shown = look(evening.house, evening.table)
    assert (shown.scanned, shown.rows[0]) == ("", Text("phone.open", Size.SMALL))
    assert address in public(evening).lines


@pytest.mark.parametrize("language", sampled_languages())
@pytest.mark.parametrize("address", [*IN_A_PICTURE, *TOO_LONG])
def test_address_and_code_are_whole_in_every_language(address, language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,))
    shown = look(real_house, replace(real_table, choices=choices, page=PhonePage(None, "048213", address)))
    assert measure(shown).whole
    assert [line.translate(UNHEARD) for line in view_lines(shown)][-2:] == [address, "048 213"]
    assert measure(shown).boxes[-1].level >= SizeStep.MEDIUM
    assert bool(shown.scanned) is (address in IN_A_PICTURE)
    large = replace(shown, stays=0), shown
    drawn = [draw(replace(view, least=LEAST_STEP)) for view in large]
    assert (drawn[0] == drawn[1]) is bool(shown.scanned)  # letters that are large don't push the address out


def test_an_encrypted_page_is_reached_as_such_and_the_dial_shows_its_print(evening):
    at_phone(evening).send(Wished(0.0, ReachedAt("192.168.1.20:8080", "0123456789ABCDEF" * 4)))
    assert look(evening.house, evening.table).scanned == "https://192.168.1.20:8080/"
    evening.turn(1)
    assert view_lines(look(evening.house, evening.table)) == ["0123 4567 89AB CDEF"] * 4
    assert measure(look(evening.house, evening.table)).whole
    assert "192.168.1.20:8080" in public(evening, "1").lines
    assert isinstance(evening.after("back").table.page, ListingPage)


@pytest.mark.parametrize("address", IN_A_PICTURE)
def test_the_picture_of_an_encrypted_page_has_room(address, real_house, real_table):
    page = PhonePage(None, "048213", address, "F" * 64)
    assert look(real_house, replace(real_table, page=page)).scanned == f"https://{address}/"


@pytest.mark.parametrize("language", LANGUAGES)
def test_while_it_looks_for_the_network_a_moon_fills_at_most_a_step_a_second(language, real_house, real_table):
    page = PhonePage(None, "048213")
    table = replace(real_table, choices=replace(real_table.choices, languages=(language,)), page=page)
    views = [look(real_house, replace(table, now=now)) for now in (0.0, 0.9, 1.0, 2.0, 3.0, 4.0)]
    assert all(measure(view).whole and measure(view).signed for view in views)
    assert views[0] == views[1] == views[5]
    assert len({draw(view) for view in views}) == 4
    assert table_due(real_house, replace(table, now=1.5)) == 2.0
    found = replace(table, page=replace(page, address="10.0.0.5:80"))
    asleep = replace(table, rest=Rest(asleep=True))
    assert all(each.page.due(each) is None for each in (found, asleep))
