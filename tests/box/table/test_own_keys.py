"""Tests choosing keys for START, BACK and the dial: each is saved at once, and each can be left out."""

import pytest
from msgspec.structs import replace

from nightcrier.box.events import Control, KeyPressed, KeySaid, KeyUse, Tick, Touched
from nightcrier.box.show.cues import PlaySignal, Speak
from nightcrier.box.table.core.effects import Effect, FollowKeys, Remember
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.faults import NoticePage
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.plugs.keys.keys import AskedKeys, KeysPage
from nightcrier.kernel.faults import Fault, Part
from nightcrier.kernel.ids import NOBODY_WAITS
from tests.box.table.evening import Evening

PEDAL, PAD = "046d:c31c/57", "045e:028e/a16-"


def row(evening: Evening, line: str) -> None:
    """Lead the dial to this row of the menu of hands."""
    lines = [item.line for item in MENUS["hands"].items(evening.house, evening.table)]
    evening.table = replace(evening.table, page=ListingPage(MENUS["hands"], None, lines.index(line)))


def key(evening: Evening, name: str) -> tuple[Effect, ...]:
    return tuple(evening.send(KeySaid(evening.at, KeyPressed(name))))


def asked(evening: Evening) -> KeyUse | None:
    page = evening.table.page
    return page.use if isinstance(page, KeysPage) else None


@pytest.fixture
def asking(evening):
    """Return an evening at the question of which key should be START."""
    evening.house = replace(evening.house, has_keys=True)
    row(evening, "screen.keys")
    assert FollowKeys({}, asks=True) in evening.press()
    return evening


def test_a_box_that_can_have_no_keys_does_not_speak_of_them(evening):
    assert "screen.keys" not in [item.line for item in MENUS["hands"].items(evening.house, evening.table)]


def test_each_press_gives_a_control_its_key_and_is_kept_at_once(asking):
    for number, use in enumerate(KeyUse, 1):
        assert asked(asking) is use
        name = f"046d:c31c/{number}"
        effects = key(asking, name)
        assert asking.table.choices.keys[name] is use
        assert Remember(asking.table.choices) in effects
        assert any(isinstance(effect, PlaySignal) for effect in effects), "it is heard, without speech too"
    assert isinstance(asking.table.page, ListingPage)
    assert effects[-1] == FollowKeys(asking.table.choices.keys), "from now on the keys do what they were chosen for"
    assert asking.table.of(AskedKeys) is None


def test_start_of_the_box_leaves_a_control_out_and_back_ends(asking):
    key(asking, PEDAL)
    for use in (KeyUse.BACK, KeyUse.PRESS):
        assert asked(asking) is use
        asking.start()
    assert asked(asking) is KeyUse.LEFT
    assert asking.back() == (FollowKeys({PEDAL: KeyUse.START}),)
    assert asked(asking) is None


def test_all_of_them_may_be_left_out(asking):
    for _ in KeyUse:
        asking.start()
    assert asking.effects[-1] == FollowKeys({})
    assert isinstance(asking.table.page, ListingPage)


@pytest.mark.parametrize("spoken", [False, True])
def test_a_second_press_of_a_taken_key_ends_and_is_heard(asking, spoken):
    """Somebody with only one key could press neither START nor BACK of the box to end the question."""
    asking.table = replace(asking.table, choices=replace(asking.table.choices, spoken_menu=spoken))
    key(asking, PEDAL)
    asking.at += 9.0
    effects = key(asking, PEDAL)
    assert isinstance(asking.table.page, ListingPage)
    assert asking.table.rest.touched == asking.at
    assert asking.table.choices.keys == {PEDAL: KeyUse.START}
    assert effects[0] == PlaySignal(NOBODY_WAITS, "tick")
    assert any(isinstance(effect, Speak) for effect in effects) == spoken
    assert effects[-1] == FollowKeys({PEDAL: KeyUse.START})


def test_a_trembling_finger_that_presses_twice_says_nothing_new(asking):
    key(asking, PEDAL)
    asking.at += 0.9
    assert key(asking, PEDAL) == ()
    assert asked(asking) is KeyUse.BACK


def test_a_second_device_is_added_and_a_key_chosen_again_changes_its_use(asking):
    key(asking, PEDAL)
    key(asking.after("back press"), PAD)
    key(asking, PEDAL)
    assert asking.table.choices.keys == {PAD: KeyUse.START, PEDAL: KeyUse.BACK}


def test_a_key_that_comes_when_nobody_asks_changes_nothing(asking):
    assert asking.after("hold-back").table.at_home
    assert key(asking, PEDAL) == ()
    assert asking.table.choices.keys == {}


def test_a_box_that_falls_asleep_asks_no_more(asking):
    key(asking, PEDAL)
    asleep = asking.house.awake + 1.0
    assert FollowKeys({PEDAL: KeyUse.START}) in asking.send(Tick(asleep))
    assert isinstance(asking.table.page, ListingPage)


def test_a_notice_in_front_ends_the_asking_and_leads_back_to_the_menu(asking):
    fault = Fault(0.0, Part.SOUND, "The speaker was pulled.")
    assert FollowKeys({}) in asking.send(fault)
    assert isinstance(asking.table.page, NoticePage)
    assert isinstance(asking.after("start").table.page, ListingPage)


def test_a_press_keeps_the_box_awake(asking):
    asking.at = 50.0
    key(asking, PEDAL)
    assert asking.table.rest.touched == 50.0


def test_with_speech_each_control_is_asked_for_aloud_and_again_by_the_dial(asking):
    asking.table = replace(asking.table, choices=replace(asking.table.choices, spoken_menu=True))
    for effects in (key(asking, PEDAL), asking.press(), asking.turn(1)):
        assert [line for said in effects if isinstance(said, Speak) for line in said.lines] == ["screen.keys.back"]
    asking.send(Touched(asking.at, Control.START))
    assert [line for said in asking.start() if isinstance(said, Speak) for line in said.lines] == ["screen.keys.press"]


def test_a_box_without_a_screen_asks_for_each_control_aloud(asking):
    asking.house = replace(asking.house, has_screen=False)
    effects = key(asking, PEDAL)
    assert [line for said in effects if isinstance(said, Speak) for line in said.lines] == ["screen.keys.back"]


def test_without_speech_the_glass_alone_asks(asking):
    assert not [effect for effect in (*asking.effects, *key(asking, PEDAL)) if isinstance(effect, Speak)]
    assert "keys.back" in str(look(asking.house, asking.table).rows)


def test_all_keys_are_forgotten_on_demand_and_only_then(asking):
    key(asking, PEDAL)
    row(asking.after("back"), "screen.keys.forget")
    assert asking.after("press back").table.choices.keys
    asking.press()
    assert FollowKeys({}) in asking.start()
    assert asking.table.choices.keys == {}
    assert "screen.keys.forget" not in [item.line for item in MENUS["hands"].items(asking.house, asking.table)]
