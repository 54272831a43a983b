"""Asks people for the keys of their own keypad, foot switch or gamepad: one press for each control of the box. From
then on, controls and keys do the same. While the box asks, its own START skips a control, and BACK ends the page. A
second press of the same key ends it, too, because some people have only one key."""

from msgspec.structs import replace

from nightcrier.box.events import Control, Event, Gesture, Input, KeyPressed, KeyUse
from nightcrier.box.show.cues import PlaySignal
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Effect, FollowKeys, Remember
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.names import number
from nightcrier.box.table.core.state import Feature, Page, Table, TableStep, step_after
from nightcrier.box.table.drawing.view import Size, Text, View
from nightcrier.box.table.heard.talk import reads_aloud, speak
from nightcrier.box.table.over.faults import below_notices
from nightcrier.box.table.over.menu_items import Item
from nightcrier.box.table.over.yes_or_no import Question
from nightcrier.kernel.ids import NOBODY_WAITS, LineId, Seconds, screen_line

_USES = tuple(KeyUse)
_WORDS = {use: f"keys.{use.name.lower()}" for use in KeyUse}
_TREMOR: Seconds = 1.0
"""The time within which a second press of the same key is ignored, because it comes from a shaking hand."""


class AskedKeys(Feature, frozen=True):
    """Holds the keys chosen so far (`taken`) while the box asks for keys. Meanwhile keys do nothing else."""

    taken: tuple[str, ...] = ()

    def settle(self, house: House, table: Table, event: Event) -> TableStep:
        """Return to the usual keys once people have left the page, or the box sleeps."""
        if isinstance(table.page, KeysPage) and not table.rest.asleep:
            return table, ()
        left = replace(
            table.without(AskedKeys),
            page=below_notices(table.page, lambda page: page.under if isinstance(page, KeysPage) else page),
        )
        return left, (FollowKeys(table.choices.keys),)


class KeysPage(Page, frozen=True, tag="keys"):
    """The page that asks for the keys of the controls, one after the other. `index` is the number of the control."""

    under: Page | None
    index: int = 0

    @property
    def use(self) -> KeyUse:
        return _USES[self.index]

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        """Do what the box's own controls mean on this page. The dial repeats the request."""
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS:
                return _ask_next(table, self)
            case Control.BACK, Gesture.PRESS:
                return replace(table, page=self.under), ()
            case Control.BACK, Gesture.HOLD:
                return replace(table, page=None), ()
            case Control.DIAL, Gesture.PRESS | Gesture.TURN:
                return speak(table, *self.lines(house, table), menu=True)
        return table, ()

    def view(self, house: House, table: Table) -> View:
        language = table.choices.language
        asked = Text(house.words.screen(language, _WORDS[self.use]), Size.LARGE)
        return View("keys", language, (asked,), foot=foot_of(house, language, "own switches"))

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        answers = () if self.index else (screen_line("keys.answers"),)
        return screen_line(_WORDS[self.use]), *answers


def _ask_first(house: House, table: Table, at: float) -> TableStep:
    asked = replace(table.with_feature(AskedKeys()), page=KeysPage(table.page))
    return asked, (FollowKeys(table.choices.keys, asks=True),)


def _ask_next(table: Table, page: KeysPage) -> TableStep:
    is_last = page.index + 1 == len(_USES)
    return replace(table, page=page.under if is_last else replace(page, index=page.index + 1)), ()


def take_key(house: House, table: Table, news: KeyPressed, at: float) -> TableStep:
    """Give this key the requested use instead of any other, and ask for the next key. A second press of a key that was
    chosen in this round means that there are no more keys."""
    asked, page = table.of(AskedKeys), table.page
    if asked is None or not isinstance(page, KeysPage):
        return table, ()
    is_last = news.key in asked.taken
    if is_last and at - table.rest.touched < _TREMOR:
        return table, ()
    rest = replace(table.rest, touched=at)
    moved = replace(table, page=page.under, rest=rest)
    kept: tuple[Effect, ...] = (PlaySignal(NOBODY_WAITS, "tick"),)
    if not is_last:
        choices = replace(table.choices, keys={**table.choices.keys, news.key: page.use})
        known = replace(table.with_feature(AskedKeys((*asked.taken, news.key))), choices=choices, rest=rest)
        moved, effects = _ask_next(known, page)
        kept = (Remember(choices), *kept, *effects)
    if not reads_aloud(house, table):
        return moved, kept
    return step_after(kept, speak(moved, *(moved.page.lines(house, moved) if moved.page else ()), menu=True))


def _forget(house: House, table: Table, under: Page | None, at: float) -> TableStep:
    choices = replace(table.choices, keys={})
    return replace(table, choices=choices, page=under), (Remember(choices), FollowKeys({}))


FORGET_KEYS = Question("ask.forget-keys", _forget)


def keys_items(house: House, table: Table) -> tuple[Item, ...]:
    keys = table.choices.keys
    if not house.has_keys:
        return ()
    count = number(house.words, table.choices.language, str(len(keys))) if keys else ""
    forget = (Item(LineId("screen.keys.forget"), asks=FORGET_KEYS),) if keys else ()
    return Item(LineId("screen.keys"), does=_ask_first, shows=count), *forget
