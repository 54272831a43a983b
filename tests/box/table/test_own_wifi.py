"""Tests the network for phones at the table: opened by a press, joined, ended by a hand or by itself."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from nightcrier.box.events import ChoreSaid, Control, Gesture, Input, Tick, Wished
from nightcrier.box.table.core.effects import AskRoot, Effect
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.phone.phone_page import PhoneNet, PhonePage
from nightcrier.kernel.chores import (
    BY_PHONE,
    Chore,
    RootChore,
    WifiChore,
    WifiDown,
    WifiFault,
    WifiHome,
    WifiNews,
    WifiUp,
)
from nightcrier.kernel.ids import LineId
from nightcrier.kernel.settings import NetSettings, ScreenSettings, Settings
from nightcrier.wire.wishes import ChoreWish, LoudnessWish, ReachedAt
from nightcrier.words.catalogue import UNHEARD
from tests.box.table.asking import public, rows, shown, spoken
from tests.box.table.evening import Evening
from tests.box.table.test_phone import PHONE
from tests.on_glass import measure
from tests.sampling import sampled_languages

WIFI = WifiUp("Nightcrier3F2A", "wmhxkmwrzmyg")
"""The box's Wi-Fi with the widest letters that a password may have."""
END = ["phone.wifi.up"]
HOUR = 3600.0


def told(evening: Evening, news: WifiNews) -> list[LineId]:
    """Send this news from root, and return the lines said at it."""
    return spoken(evening.send(ChoreSaid(evening.at, news)))


def reached(evening: Evening, address: str, shown_print: str = "") -> Sequence[Effect]:
    return evening.send(Wished(evening.at, ReachedAt(address, shown_print)))


def pressed(evening: Evening, *, for_good: bool = False) -> Sequence[Effect]:
    """Press the row *Phone* on a box with root, and return the effects."""
    settings = Settings(net=NetSettings(enabled=for_good))
    evening.house = replace(evening.house, has_root=True, settings=settings)
    evening.at_row(PHONE)
    return evening.send(Input(evening.at, Control.DIAL, Gesture.PRESS))


def made(evening: Evening) -> Evening:
    """Return an evening whose box has its own Wi-Fi up, as the second program has noticed."""
    pressed(evening)
    told(evening, WIFI)
    reached(evening, "10.42.0.1:8080")
    return evening


def asked(effects: Sequence[Effect]) -> list[RootChore]:
    return [effect.chore for effect in effects if isinstance(effect, AskRoot)]


class TestPress:
    def test_a_press_asks_root_and_it_says_so_until_root_answers(self, evening):
        assert asked(pressed(evening)) == [WifiChore.ON]
        assert shown(evening) == ["stick.working"]
        assert told(evening, WIFI) == ["screen.phone.wifi.up"], "to everybody, also where no page is read aloud"
        assert look(evening.house, evening.table).scanned == "WIFI:T:WPA;S:Nightcrier3F2A;P:wmhxkmwrzmyg;;"

    def test_in_a_network_of_the_home_the_address_stands_there_and_is_said(self, evening):
        pressed(evening)
        assert told(evening, WifiHome()) == ["screen.phone.waits"]
        assert spoken(reached(evening, "192.168.1.20:8080")) == ["screen.phone.open"]
        assert look(evening.house, evening.table).scanned == "http://192.168.1.20:8080/"
        assert rows(evening, "1") == ["phone"]
        assert asked(evening.start()) == [WifiChore.OFF]

    def test_what_is_kept_on_for_good_no_row_ends(self, evening):
        pressed(evening, for_good=True)
        told(evening, WifiHome())
        reached(evening, "192.168.1.20:8080")
        assert "192.168.1.20:8080" in public(evening.after("1")).lines

    @pytest.mark.parametrize("fault", WifiFault)
    def test_why_it_is_not_there_stands_on_the_glass_and_start_tries_again(self, evening, fault):
        pressed(evening)
        assert told(evening, WifiDown(fault)) == [f"screen.phone.wifi.{fault}"]
        assert shown(evening) == [f"phone.wifi.{fault}", "key.leave", "key.again"]
        assert asked(evening.start()) == [WifiChore.ON]

    def test_a_network_that_root_does_not_know_counts_too(self, evening):
        """Root knows of no network without NetworkManager, or if a cable is plugged in just then."""
        pressed(evening)
        told(evening, WifiDown(WifiFault.NO_MANAGER))
        reached(evening, "192.168.1.20:8080")
        assert "192.168.1.20:8080" in public(evening).lines
        assert rows(evening, "1") == ["phone"]

    @pytest.mark.parametrize(
        ("control", "gesture"),
        [(Control.BACK, Gesture.PRESS), (Control.DIAL, Gesture.PRESS), (Control.BACK, Gesture.HOLD)],
    )
    def test_every_other_press_leaves_and_asks_nothing(self, evening, control, gesture):
        pressed(evening)
        told(evening, WifiDown(WifiFault.NO_CHIP))
        assert asked(evening.hand(control, gesture)) == []
        assert isinstance(evening.table.page, ListingPage)

    def test_whoever_leaves_meanwhile_finds_it_there_and_root_is_asked_whether_it_is(self, evening):
        pressed(evening)
        assert told(evening.after("back"), WIFI) == []
        assert asked(pressed(evening)) == [], "systemd stops to listen after ten words in a minute"
        evening.at += 60.0
        assert asked(pressed(evening.after("back"))) == [WifiChore.ON]
        assert WIFI.name in "".join(shown(evening)).translate(UNHEARD)
        evening.turn(1)
        before = evening.table.page
        assert told(evening, WIFI) == []
        assert evening.table.page == before, "nothing is new"

    def test_one_word_at_a_time_lies_before_root(self, evening):
        pressed(evening)
        for chore in sorted(BY_PHONE):
            assert asked(evening.send(Wished(evening.at, ChoreWish(chore)))) == []
        told(evening, WIFI)
        assert asked(evening.send(Wished(evening.at, ChoreWish(Chore.SAVE_OUT)))) == [Chore.SAVE_OUT]


class TestUp:
    def test_the_dial_goes_round_from_joining_to_the_address_to_the_end(self, evening):
        made(evening)
        places = []
        for _ in range(4):
            places.append(look(evening.house, evening.table).scanned or rows(evening))
            evening.turn(1)
        join, address, end, again = places
        assert (join, address, end) == (again, "http://10.42.0.1:8080/", END)
        assert rows(evening, "-2") == END

    def test_with_a_certificate_its_print_stands_there_too(self, evening):
        pressed(evening)
        told(evening, WIFI)
        reached(evening, "10.42.0.1:8080", "0123456789ABCDEF" * 4)
        evening.turn(1)
        assert look(evening.house, evening.table).scanned == "https://10.42.0.1:8080/"
        assert rows(evening, "1") == ["0123 4567 89AB CDEF"] * 4
        assert rows(evening, "1") == END

    def test_before_the_address_is_known_the_code_stands_there(self, evening):
        pressed(evening)
        told(evening, WIFI)
        page = evening.after("1").table.page
        assert "phone.waits" in shown(evening)
        assert public(evening).code == page.code

    def test_the_password_goes_through_no_door(self, evening):
        pressed(evening)
        before = public(evening)
        told(evening, WIFI)
        after = public(evening)
        assert after.lines == ()
        assert after != before, "so the second program looks where the box is found now"
        assert WIFI.password[:6] in "".join(shown(evening))

    def test_only_start_at_its_picture_ends_it(self, evening):
        made(evening)
        assert asked(evening.start()) == []
        pressed(evening)
        assert asked(evening.go("-1 start")) == [WifiChore.OFF]
        assert shown(evening) == ["stick.working"]
        told(evening, WifiDown())
        assert evening.table.of(PhoneNet) is None
        assert isinstance(evening.table.page, ListingPage), "back at its row"

    def test_one_that_root_cannot_end_stands_there_still(self, evening):
        made(evening).turn(-1)
        told(evening.after("start"), WIFI)
        assert rows(evening, "-1") == END


class TestByItself:
    def ticked(self, evening: Evening, at: float) -> list[RootChore]:
        evening.at = at
        return asked(evening.send(Tick(at)))

    def test_it_ends_an_hour_after_the_last_touch_and_not_before(self, evening):
        made(evening)
        touched = evening.table.rest.touched
        assert self.ticked(evening, touched + HOUR - 1.0) == []
        assert self.ticked(evening, touched + HOUR) == [WifiChore.OFF]
        assert not isinstance(evening.table.page, PhonePage)
        assert self.ticked(evening, touched + HOUR + 1.0) == []

    def test_it_outlasts_a_box_that_stays_awake_for_longer(self, evening):
        made(evening)
        evening.house = replace(evening.house, settings=Settings(screen=ScreenSettings(sleep_minutes=240)))
        assert self.ticked(evening, evening.table.rest.touched + HOUR) == []

    def test_the_box_wakes_up_for_that_moment(self, evening):
        made(evening)
        evening.table = replace(evening.table, rest=replace(evening.table.rest, asleep=True, dozing=True))
        assert evening.due() == evening.table.rest.touched + HOUR

    def test_a_phone_at_work_keeps_it_beyond_the_sleep_of_the_box(self, evening):
        made(evening)
        evening.at = 500.0
        assert self.ticked(evening.after(Wished(500.0, LoudnessWish(3))), HOUR) == []
        assert evening.table.rest.asleep
        assert evening.due() == 500.0 + HOUR
        assert self.ticked(evening, 500.0 + HOUR) == [WifiChore.OFF]

    def test_what_cannot_be_ended_is_tried_again_after_as_long(self, evening):
        made(evening)
        assert self.ticked(evening, HOUR) == [WifiChore.OFF]
        told(evening, WIFI)
        assert self.ticked(evening, HOUR + 1.0) == []
        assert self.ticked(evening, 2 * HOUR) == [WifiChore.OFF]

    def test_in_a_game_it_stays_and_nothing_waits_for_it(self, evening):
        made(evening)
        evening.table = replace(evening.table, page=None)
        assert evening.after("start").table.session is not None
        assert self.ticked(evening, 5.0) == []
        assert evening.table.of(PhoneNet) is not None

    def test_an_answer_that_root_never_gave_is_asked_for_once_more(self, evening):
        pressed(evening)
        assert self.ticked(evening, HOUR) == [WifiChore.OFF]
        assert evening.table.of(PhoneNet) is None


def test_a_box_that_began_anew_knows_what_root_told_before(evening):
    assert told(evening, WIFI) == []
    assert evening.table.of(PhoneNet) == PhoneNet(WIFI, evening.at)
    assert evening.table.at_home


@pytest.mark.parametrize("language", sampled_languages())
def test_name_and_password_are_whole_beside_their_picture(language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,))
    page = PhonePage(None, "048213")
    shown = look(real_house, replace(real_table.with_feature(PhoneNet(WIFI, 0.0)), choices=choices, page=page))
    measured = measure(shown)
    assert (measured.whole, measured.still) == (True, True)
    assert [line.translate(UNHEARD) for line in view_lines(shown)] == [WIFI.name, WIFI.password, "1/3"]
    assert measured.boxes[1].level >= SizeStep.SMALL
    assert shown.scanned
