"""Tests what pages besides the games say if pages are read aloud: phone, hall, recording, sheet, faults."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, Ended, Gesture, Input, Wished
from nightcrier.box.show.cues import Say, Window
from nightcrier.box.show.facts import RoleName
from nightcrier.box.show.stages import Count, Perform
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.hall.hall import HelpPage, call_organiser
from nightcrier.box.table.plugs.phone.phone_page import PhonePage, follow_net, spelt
from nightcrier.box.table.step import step
from nightcrier.kernel.booth_messages import (
    BoothClosed,
    CountedIn,
    LinesWaiting,
    NoBooth,
    Spoilt,
    TakeKept,
    TakeLevel,
    TakeMade,
    TakeSpoilt,
)
from nightcrier.kernel.chores import WifiDown, WifiFault, WifiUp
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.faults import Part, fault_of
from nightcrier.kernel.ids import LineId, name_line
from nightcrier.wire.wishes import HelpedWish, MessageWish, ReachedAt
from tests.box.table.asking import spoken
from tests.box.table.recording import ONE, TWO, news

CODE = ["phone.code", "number.0", "number.4", "number.2", "number.0", "number.0", "number.7"]


@pytest.fixture
def aloud(evening):
    evening.table = replace(evening.table, choices=replace(evening.table.choices, spoken_menu=True))
    return evening


@pytest.fixture
def phone(aloud):
    aloud.table = replace(aloud.table, page=PhonePage(None, "042007"))
    return aloud


class TestPhone:
    def test_the_address_is_said_once_it_is_there_and_the_code_figure_by_figure(self, phone):
        said = spoken(phone.send(Wished(0.0, ReachedAt("10.0.0.5:80"))))
        dotted = (
            "number.1 number.0 phone.dot number.0 phone.dot number.0 phone.dot number.5 phone.colon number.8 number.0"
        )
        assert said == ["screen.phone.open", *dotted.split(), *CODE]

    def test_until_then_it_says_that_it_looks_for_the_network(self, phone):
        assert list(phone.table.page.lines(phone.house, phone.table)) == ["screen.phone.waits", *CODE]

    def test_the_words_of_a_name_are_said_whole_and_what_has_none_by_letters(self):
        assert spelt("box-2.local") == ("name.box-", "number.2", "phone.dot", "name.local")
        assert spelt("A7b", apart=True) == ("name.A", "number.7", "name.b")

    def test_turning_says_each_picture(self, phone):
        phone.send(Wished(0.0, ReachedAt("box.local", "3F" * 32)))
        assert spoken(phone.turn(1))[:4] == ["number.3", "name.F", "number.3", "name.F"]
        assert spoken(phone.send(Wished(0.0, ReachedAt("box.local", "3F" * 32)))) == []  # the address is repeated
        assert spoken(phone.turn(1))[-7:] == CODE

    def test_a_wifi_of_the_boxs_own_is_named_and_what_failed_is_said(self, phone):
        _, made = follow_net(phone.house, phone.table, WifiUp("Nightcrier3F2A", "wmhxkmwrzmyg"), 0.0)
        assert [spoken(made)[0], *spoken(made)[-2:]] == ["screen.phone.wifi.up", "name.y", "name.g"]
        _, failed = follow_net(phone.house, phone.table, WifiDown(WifiFault.BLOCKED), 0.0)
        assert spoken(failed) == ["screen.phone.wifi.blocked", "screen.take.again.open"]

    def test_where_no_page_is_read_aloud_its_first_line_is_said(self, evening):
        evening.table = replace(evening.table, page=PhonePage(None, "042007"))
        assert spoken(evening.send(Wished(0.0, ReachedAt("10.0.0.5:80")))) == ["screen.phone.open"]


class TestHall:
    def test_a_message_is_said_with_whose_it_is(self, aloud):
        said = spoken(aloud.send(Wished(0.0, MessageWish("Lunch at 12. Please come!"))))
        assert said == ["screen.hall.from", "name.Lunch at 12\u2024 Please come!"]

    def test_a_call_says_that_it_stands_and_that_somebody_comes(self, aloud):
        aloud.table = replace(aloud.table, page=None)
        aloud.table, _ = call_organiser(aloud.house, aloud.table, 0.0)
        assert isinstance(aloud.table.page, HelpPage)
        lines = aloud.table.page.lines(aloud.house, aloud.table)
        assert lines == ("screen.hall.called", "screen.hall.take-back")
        assert spoken(aloud.send(Wished(0.0, HelpedWish()))) == ["screen.hall.coming"]


class TestBooth:
    @pytest.fixture
    def booth(self, aloud):
        aloud.table = replace(aloud.table, page=ListingPage(MENUS["recording"], None, 2))
        news(aloud.after("press"), LinesWaiting(((ONE, "One."), (TWO, "Two."))))
        return aloud

    def test_each_line_is_said_with_its_number(self, booth):
        assert spoken(booth.start()) == ["number.1", "one"]
        assert spoken(booth.turn(1)) == ["number.2", "two"]

    def test_while_the_microphone_is_open_it_says_nothing(self, booth):
        assert spoken(booth.go("start start")) == []
        assert spoken(news(booth, CountedIn(3), CountedIn(0), TakeLevel(-30.0))) == []

    def test_a_take_is_played_and_then_it_says_once_what_can_be_done(self, booth):
        news(booth.after("start start"), CountedIn(0), TakeMade(ONE, "/takes/take-1.opus", 2.0))
        assert spoken(booth.send(Ended(1.0, booth.table.token))) == ["screen.take.answers"]
        assert spoken(booth.send(Ended(2.0, booth.table.token))) == []
        assert spoken(news(booth.after("start"), TakeKept(ONE))) == ["number.2", "two"]

    def test_what_was_refused_is_said_with_what_helps(self, booth):
        booth.go("start start")
        assert spoken(news(booth, TakeSpoilt(Spoilt.SILENT))) == ["screen.take.silent", "screen.take.again"]
        assert spoken(news(booth, BoothClosed(NoBooth.NO_LINES))) == ["screen.take.nothing"]


class TestSheet:
    ROWS = (RoleName("seer"), RoleName("robber"))

    def test_it_is_named_by_day_and_its_rows_are_never_said(self, start_stages):
        evening = start_stages(Count(60.0), sheet=self.ROWS, spoken_menu=True)
        said = spoken(evening.go("hold-start"))
        said += spoken(evening.turn(1))
        assert "sheet.for-eyes" in said
        assert not [line for line in said if line.startswith("role.")]

    def test_while_eyes_are_shut_it_opens_without_a_sound(self, start_stages):
        night = Perform((Say(LineId("open")), Window("window", 5.0)))
        evening = start_stages(night, sheet=self.ROWS, spoken_menu=True)
        assert evening.go("hold-start") == ()
        assert evening.turn(1) == ()


def test_the_dial_says_the_names_behind_a_fault(real_house, real_table):
    table = replace(real_table, choices=replace(real_table.choices, spoken_menu=True))
    wrong = BadFile(Path("/etc/nightcrier/words/it.toml"), "screen.on", "expected a text")
    table, _ = step(real_house, table, fault_of(0.0, Part.WORDS, wrong))
    said = []
    for at in (1.0, 2.0):
        table, effects = step(real_house, table, Input(at, Control.DIAL, Gesture.TURN, 1))
        said.append(spoken(effects))
    assert said == [
        ["screen.flaw.place", "name.it\u2024toml", "name.screen\u2024on"],
        ["screen.flaw.check", name_line(f"{real_house.call} check")],
    ]
