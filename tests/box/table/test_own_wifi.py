"""The box's own Wi-Fi at the table: offered in no network, joined, ended by a hand and by itself."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from nightcrier.box.events import ChoreSaid, Control, Gesture, Tick, Wished
from nightcrier.box.table.core.effects import AskRoot, Effect
from nightcrier.box.table.drawing.ink import SizeStep
from nightcrier.box.table.drawing.view import view_lines
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.chores.root_work import RootWork
from nightcrier.box.table.plugs.phone.phone_page import OwnWifi, PhonePage
from nightcrier.kernel.chores import BY_PHONE, Chore, RootChore, WifiChore, WifiDown, WifiFault, WifiNews, WifiUp
from nightcrier.wire.wishes import ChoreWish, LoudnessWish, ReachedAt
from nightcrier.words.catalogue import UNHEARD
from tests.box.table.asking import public, rows, shown
from tests.box.table.evening import Evening
from tests.box.table.test_phone import at_phone
from tests.on_glass import measure
from tests.sampling import sampled_languages

WIFI = WifiUp("Nightcrier3F2A", "wmhxkmwrzmyg")
"""The widest letters it may have."""
OFFER, END = ["phone.wifi.none", "phone.wifi.make"], ["phone.wifi.up"]
AWAKE = 600.0


def told(evening: Evening, news: WifiNews) -> None:
    assert evening.send(ChoreSaid(evening.at, news)) == ()


def reached(evening: Evening, address: str, shown_print: str = "") -> None:
    evening.send(Wished(evening.at, ReachedAt(address, shown_print)))


def alone(evening: Evening) -> Evening:
    """At the page *Phone* of a box in no network."""
    reached(at_phone(evening), "")
    return evening


def made(evening: Evening) -> Evening:
    """Its own Wi-Fi is up, and the second program has seen that."""
    alone(evening).start()
    told(evening, WIFI)
    reached(evening, "10.42.0.1:8080")
    return evening


def asked(effects: Sequence[Effect]) -> list[RootChore]:
    return [effect.chore for effect in effects if isinstance(effect, AskRoot)]


class TestOffer:
    def test_it_stands_there_only_where_the_second_program_found_no_network(self, evening):
        assert rows(at_phone(evening)) != OFFER
        reached(evening, "")
        assert rows(evening) == OFFER
        reached(evening, "192.168.1.20:8080")
        assert "192.168.1.20:8080" in public(evening).lines

    def test_start_asks_root_and_it_says_so_until_root_answers(self, evening):
        assert asked(alone(evening).start()) == [WifiChore.ON]
        assert shown(evening) == ["stick.working"]
        told(evening, WIFI)
        assert look(evening.house, evening.table).scanned == "WIFI:T:WPA;S:Nightcrier3F2A;P:wmhxkmwrzmyg;;"

    @pytest.mark.parametrize(
        ("control", "gesture"),
        [(Control.BACK, Gesture.PRESS), (Control.DIAL, Gesture.PRESS), (Control.BACK, Gesture.HOLD)],
    )
    def test_every_other_press_leaves_and_asks_nothing(self, evening, control, gesture):
        assert asked(alone(evening).hand(control, gesture)) == []
        assert isinstance(evening.table.page, ListingPage)

    @pytest.mark.parametrize("fault", WifiFault)
    def test_why_it_is_not_there_stands_on_the_glass_and_start_tries_again(self, evening, fault):
        alone(evening).start()
        told(evening, WifiDown(fault))
        assert shown(evening) == [f"phone.wifi.{fault}", "key.leave", "key.again"]
        assert asked(evening.start()) == [WifiChore.ON]

    def test_whoever_leaves_meanwhile_finds_it_there(self, evening):
        alone(evening).start()
        told(evening.after("back"), WIFI)
        at_phone(evening)
        assert WIFI.name in "".join(shown(evening)).translate(UNHEARD)

    def test_one_word_at_a_time_lies_before_root(self, evening):
        evening.house = replace(evening.house, has_root=True)
        alone(evening).start()
        for chore in sorted(BY_PHONE):
            assert asked(evening.send(Wished(evening.at, ChoreWish(chore)))) == []
        told(evening, WIFI)
        assert asked(evening.send(Wished(evening.at, ChoreWish(Chore.SAVE_OUT)))) == [Chore.SAVE_OUT]

    def test_while_root_is_at_something_else_it_is_not_asked(self, evening):
        alone(evening)
        evening.table = evening.table.with_feature(RootWork(chore=Chore.SAVE))
        assert asked(evening.start()) == []


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
        alone(evening).start()
        told(evening, WIFI)
        reached(evening, "10.42.0.1:8080", "0123456789ABCDEF" * 4)
        evening.turn(1)
        assert look(evening.house, evening.table).scanned == "https://10.42.0.1:8080/"
        assert rows(evening, "1") == ["0123 4567 89AB CDEF"] * 4
        assert rows(evening, "1") == END

    def test_before_the_address_is_known_the_code_stands_there(self, evening):
        alone(evening).start()
        told(evening, WIFI)
        page = evening.after("1").table.page
        assert "phone.waits" in shown(evening)
        assert public(evening).code == page.code

    def test_the_password_goes_through_no_door(self, evening):
        alone(evening).start()
        before = public(evening)
        told(evening, WIFI)
        after = public(evening)
        assert after.lines == ()
        assert after != before, "so the second program looks where the box is found now"
        assert WIFI.password[:6] in "".join(shown(evening))

    def test_only_start_at_its_picture_ends_it(self, evening):
        made(evening)
        assert asked(evening.start()) == []
        assert asked(at_phone(evening).go("-1 start")) == [WifiChore.OFF]
        told(evening, WifiDown())
        assert evening.table.of(OwnWifi) is None
        reached(evening, "")
        assert rows(evening) == OFFER

    def test_one_that_root_cannot_end_stands_there_still(self, evening):
        made(evening).turn(-1)
        told(evening.after("start"), WIFI)
        assert rows(evening, "-1") == END


class TestByItself:
    def ticked(self, evening: Evening, at: float) -> list[RootChore]:
        evening.at = at
        return asked(evening.send(Tick(at)))

    def test_it_ends_when_the_box_sleeps_and_not_before(self, evening):
        made(evening)
        touched = evening.table.rest.touched
        assert self.ticked(evening, touched + AWAKE - 1.0) == []
        assert self.ticked(evening, touched + AWAKE) == [WifiChore.OFF]
        assert self.ticked(evening, touched + AWAKE + 1.0) == []

    def test_the_box_wakes_up_for_that_moment(self, evening):
        made(evening)
        evening.table = replace(evening.table, rest=replace(evening.table.rest, asleep=True, dozing=True))
        assert evening.due() == evening.table.rest.touched + AWAKE

    def test_a_phone_at_work_keeps_it_beyond_the_sleep_of_the_box(self, evening):
        made(evening)
        evening.at = 500.0
        assert self.ticked(evening.after(Wished(500.0, LoudnessWish(3))), AWAKE) == []
        assert evening.table.rest.asleep
        assert evening.due() == 500.0 + AWAKE
        assert self.ticked(evening, 500.0 + AWAKE) == [WifiChore.OFF]

    def test_what_cannot_be_ended_is_tried_again_after_as_long(self, evening):
        made(evening)
        assert self.ticked(evening, AWAKE) == [WifiChore.OFF]
        told(evening, WIFI)
        assert self.ticked(evening, AWAKE + 1.0) == []
        assert self.ticked(evening, 2 * AWAKE) == [WifiChore.OFF]

    def test_in_a_game_it_stays_and_nothing_waits_for_it(self, evening):
        made(evening)
        evening.table = replace(evening.table, page=None)
        assert evening.after("start").table.session is not None
        assert self.ticked(evening, 5.0) == []
        assert evening.table.of(OwnWifi) is not None

    def test_an_answer_that_root_never_gave_is_asked_for_once_more(self, evening):
        alone(evening).start()
        assert self.ticked(evening, AWAKE) == [WifiChore.OFF]
        assert evening.table.of(OwnWifi) is None


def test_a_box_that_began_anew_knows_what_root_told_before(evening):
    told(evening, WIFI)
    assert evening.table.of(OwnWifi) == OwnWifi(WIFI, evening.at)
    assert evening.table.at_home


@pytest.mark.parametrize("language", sampled_languages())
def test_name_and_password_are_whole_beside_their_picture(language, real_house, real_table):
    choices = replace(real_table.choices, languages=(language,))
    page = PhonePage(None, "048213")
    shown = look(real_house, replace(real_table.with_feature(OwnWifi(WIFI, 0.0)), choices=choices, page=page))
    measured = measure(shown)
    assert (measured.whole, measured.still) == (True, True)
    assert [line.translate(UNHEARD) for line in view_lines(shown)] == [WIFI.name, WIFI.password, "1/3"]
    assert measured.boxes[1].level >= SizeStep.SMALL
    assert shown.scanned
