"""Shows a list of settings. The dial goes through the items. A press selects an item, the dial changes its value,
another press saves the value, and BACK discards the change. START saves it and begins the game; in the lists of names
START saves a name. Holding the dial on a person opens the names at once."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from heapq import nlargest

from msgspec.structs import replace

from nightcrier.box.events import Control, Gesture, Input
from nightcrier.box.table.core.controls import foot_of
from nightcrier.box.table.core.effects import Remember
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.names import number, place_lines
from nightcrier.box.table.core.signs import wait_view
from nightcrier.box.table.core.state import Page, Table, TableStep
from nightcrier.box.table.drawing.frame import Stand, is_whole, measure, stands
from nightcrier.box.table.drawing.ink import ink_size
from nightcrier.box.table.drawing.view import KeyWords, Pair, Row, Size, Text, View, view_lines
from nightcrier.box.table.evening.people import evening_people, is_unsettled
from nightcrier.box.table.over.loudness_dial import loudness_now
from nightcrier.box.table.over.menu_items import Item, Menu, deck_lines, first_help, roles_footer
from nightcrier.box.table.over.who_plays import ask_who
from nightcrier.box.table.over.yes_or_no import ask_over
from nightcrier.kernel.ids import SEAT, Language, LineId, person_line, screen_line
from nightcrier.kernel.screen import ScreenFormat

_FEW = 4
OF_PEOPLE = frozenset({"people", "person", "places"})
"""The menus of people. In them START only leads home, because people may press it once too often."""
_KEYS = {"people": LineId("keys.people"), "roles": LineId("keys.roles")}
_SWITCHES = {screen_line(state): screen_line(f"switch.{state}") for state in ("on", "off")}
"""The spoken state of each switch, said after its name in the same sentence."""


class ListingPage(Page, frozen=True, tag="listing"):
    """The page of a list of settings. While an item is being set, `draft` is the index of the value shown."""

    menu: Menu
    under: Page | None
    index: int = 0
    draft: int | None = None

    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        items = self.menu.items(house, table)
        item = _item(self, items)
        match event.control, event.gesture:
            case Control.START, Gesture.PRESS if self.menu.chooses:
                return _press(house, table, self, item, event.at)
            case Control.START, Gesture.PRESS if self.menu.name in OF_PEOPLE:
                return replace(table, page=None), ()
            case Control.START, Gesture.PRESS if self.draft is not None:
                kept, effects = _press(house, table, self, item, event.at)
                return replace(kept, starts=isinstance(kept.page, ListingPage)), effects
            case Control.START, Gesture.PRESS:
                return replace(table, starts=True), ()
            case Control.BACK, Gesture.PRESS if self.draft is not None:
                return replace(table, page=replace(self, draft=None)), ()
            case Control.BACK, Gesture.PRESS:
                return replace(table, page=self.under), ()
            case Control.BACK, Gesture.HOLD:
                return replace(table, page=None), ()
            case Control.DIAL, Gesture.PRESS:
                return _press(house, table, self, item, event.at)
            case Control.DIAL, Gesture.HOLD if item.held:
                return item.held(house, table, event.at)
            case Control.DIAL, Gesture.TURN:
                return replace(table, page=_turn(self, items, event.steps)), ()
        return table, ()

    def view(self, house: House, table: Table) -> View:
        items = self.menu.items(house, table)
        item = _item(self, items)
        if item.waits:
            return wait_view(house, table, "menu", item.waits)
        told = _help_text(house, table, self, item)
        drafts = [replace(self, draft=at) for at, _ in enumerate(item.values)] or [self]
        most_told = max((_help_text(house, table, each, item) for each in drafts), key=len)
        plain = _plain_view(house, table, self, items)
        largest = (_plain_view(house, table, each, items) for each in _largest(drafts, item, table.choices.language))
        return place_help((plain, told), ((view, most_told) for view in largest), house.screen)

    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        items = self.menu.items(house, table)
        item = _item(self, items)
        value = item.values[_place(self, item)].spoken if item.values else item.said
        value = (*value, screen_line(item.state)) if item.state else value
        if self.draft is not None:
            return *value, *_help(house, self, item, of_item=False)
        value = tuple(_SWITCHES.get(line, line) for line in value)
        return *item.spoken, *value, *place_lines(house.words, self.index + 1, len(items)), *_help(house, self, item)

    def title(self, house: House, table: Table) -> tuple[LineId, ...]:
        """Return the lines that say the name of the menu or of the person whose menu it is, or that a value is being
        set. In the menu of the roles, they also say what is wrong with the deck."""
        if self.draft is not None:
            return (LineId("in-hand"),)
        if self.menu.name == "person":
            return SEAT, person_line(person_at(table, self))
        deck = deck_lines(house, table) if self.menu.name == "roles" else ()
        return screen_line(f"menu.{self.menu.name}"), *deck

    def controls(self, house: House, table: Table) -> tuple[LineId, ...]:
        if self.draft is not None:
            return (LineId("keys.in-hand"),)
        if self.menu.name in _KEYS:
            return (_KEYS[self.menu.name],)
        return (LineId("keys.choose" if self.menu.chooses else "keys.menu"),)


def people_page(page: Page | None) -> Page | None:
    """Return the page with the list of people, from which the menus of one person were opened."""
    while isinstance(page, ListingPage) and page.menu.name != "people":
        page = page.under
    return page


def person_at(table: Table, page: Page | None) -> int:
    """Return the number of the person whose menu is open. If a new evening has fewer people, return the last number."""
    listed = people_page(page)
    return min(listed.index + 1, len(evening_people(table))) if isinstance(listed, ListingPage) else 1


def next_person_page(table: Table, page: Page | None) -> Page | None:
    """Return the list of people with the next person selected, so that people can be named one after the other. The
    last person stays selected."""
    page = people_page(page)
    last = len(evening_people(table)) - 1
    return replace(page, index=min(page.index + 1, last)) if isinstance(page, ListingPage) else page


def _largest(drafts: Sequence[ListingPage], item: Item, language: Language) -> Iterator[ListingPage]:
    """Yield the pages of the values that need the most width or height, or all of them if they are few."""
    if len(drafts) <= _FEW:
        yield from drafts
        return
    sizes = [ink_size(_value_text(each, item), language) for each in drafts]
    for way in (0, 1):
        yield from (drafts[at] for at in nlargest(_FEW // 2, range(len(drafts)), key=lambda at: sizes[at][way]))


def _plain_view(house: House, table: Table, page: ListingPage, items: Sequence[Item]) -> View:
    language, named = table.choices.language, tuple(_name(house, table, page, _item(page, items)))
    below = (Text(roles_footer(house, table), Size.SMALL),) if page.menu.name == "roles" else ()
    kept = Text(" ".join(view_lines(View("menu", language, named))), Size.MEDIUM, inverse=page.draft is not None)
    return View("menu", language, (*named, *below), foot=_foot(house, table, page, items), kept=(kept,))


def _foot(house: House, table: Table, page: ListingPage, items: Sequence[Item]) -> KeyWords:
    """Return the foot of a menu with the position in it, or that of a value with its position among the values."""
    language = table.choices.language
    named = {"roles": "the cards of the deck", **dict.fromkeys(OF_PEOPLE, "the people")}
    row = "the list of names" if page.menu.chooses else named.get(page.menu.name, "menu")
    if page.draft is None:
        return foot_of(house, language, row, min(page.index, len(items) - 1) + 1, len(items))
    item = _item(page, items)
    foot = foot_of(house, language, row, _place(page, item) + 1, len(item.values))
    return replace(foot, back=house.words.screen(language, "key.undo"), start=house.words.screen(language, "key.keep"))


def _help_text(house: House, table: Table, page: ListingPage, item: Item) -> str:
    is_card = page.menu.name == "roles" and item.held
    lines = first_help(house, LineId("screen.roles")) if is_card else _help(house, page, item)
    return "".join(house.words.title(table.choices.language, line) for line in lines)


def _help(house: House, page: ListingPage, item: Item, *, of_item: bool = True) -> tuple[LineId, ...]:
    """Return the line of help for the value being set, or else for the item. The voice says an item's help before its
    value is set."""
    value = item.values[_place(page, item)] if page.draft is not None and item.values else None
    in_hand = value.spoken[:1] if value is not None and value.helped else ()
    opened = (screen_line(f"menu.{item.opens.name}"),) if isinstance(item.opens, Menu) else ()  # what *More* leads to
    return first_help(house, *in_hand, *((item.line, *opened) if of_item else ()))


def _name(house: House, table: Table, page: ListingPage, item: Item) -> list[Row]:
    language = table.choices.language
    label = item.printed or item.named or house.words.title(language, item.line)
    if item.n is not None and not item.named:
        label = label.format(n=number(house.words, language, str(item.n)))
    if item.state or item.shows:
        now = item.shows or house.words.screen(language, item.state)
        beside = Pair(label, now, Size.MEDIUM)
        if page.menu.name == "roles" and is_whole(View("menu", language, (beside,)), house.screen):
            called = (Text(house.words.title(language, item.line), Size.SMALL),) if item.printed else ()
            return [beside, *called]  # name and count in one row leave room for the foot
        return [Text(label, Size.MEDIUM), Text(now, Size.LARGE)]
    if not item.values:
        return [Text(label, Size.LARGE)]
    value = _value_text(page, item)
    return [Text(label, Size.MEDIUM), Text(value, Size.LARGE, inverse=page.draft is not None)]


def _item(page: ListingPage, items: Sequence[Item]) -> Item:
    return items[min(page.index, len(items) - 1)]


def _value_text(page: ListingPage, item: Item) -> str:
    return item.values[_place(page, item)].text if item.values else ""


def _place(page: ListingPage, item: Item) -> int:
    return item.index if page.draft is None else min(page.draft, len(item.values) - 1)


def _press(house: House, table: Table, page: ListingPage, item: Item, at: float) -> TableStep:
    if item.does:
        return item.does(house, table, at)
    if item.asks:
        return ask_over(table, item.asks)
    if item.opens:
        opened = item.opens if isinstance(item.opens, Page) else ListingPage(item.opens, page)
        return replace(table, page=opened), item.effects
    if not item.values:
        return table, ()
    if page.draft is None:
        return replace(table, page=replace(page, draft=item.index)), ()
    choices = item.values[_place(page, item)].choices
    return keep_choices(house, replace(table, page=replace(page, draft=None)), choices)


def keep_choices(house: House, table: Table, choices: Choices) -> TableStep:
    """Save what people have set. If the number of players no longer matches the people who play, ask who plays."""
    kept = replace(table, choices=choices)
    if choices.players != table.choices.players and is_unsettled(kept):
        asked, effects = ask_who(house, kept, kept.page, starts=False)
        return asked, (Remember(choices), *effects)
    return kept, (Remember(choices), loudness_now(kept))


def _turn(page: ListingPage, items: Sequence[Item], steps: int) -> ListingPage:
    """Turn through the items; the first follows the last. Values stop at both ends, so that the hand notices them."""
    if page.draft is None:
        return replace(page, index=(page.index + steps) % len(items))
    last = len(_item(page, items).values) - 1
    return replace(page, draft=max(0, min(last, page.draft + steps)))


Helped = tuple[View, str]
"""A page, and the help to show on it."""


def place_help(shown: Helped, largest: Iterable[Helped], screen: ScreenFormat) -> View:
    """Return the page with its line of help, arranged so that the largest value would fit. Otherwise rows would move
    while the dial turns through the values. If there is no room, the help is dropped."""
    ways = _ways(shown)
    at = _roomiest(tuple(map(_ways, largest)), screen)
    return ways[at] if at is not None and is_whole(ways[at], screen) else shown[0]


def _ways(helped: Helped) -> tuple[View, ...]:
    plain, help_ = helped
    below = (Text(help_, Size.SMALL),) if help_ else ()
    return tuple(replace(view, rows=(*view.rows, *below)) for view in _arrangements(plain))


def _arrangements(plain: View) -> Iterator[View]:
    """Yield the arrangements of a page: the value below its name, or beside it, and for a card, fewer rows below it."""
    yield plain
    match plain.rows:
        case (Text(label), Text(value, inverse=inverse)):
            yield replace(plain, rows=(Pair(label, value, Size.MEDIUM, inverse),))
        case (Pair() as card, *_, below):
            yield from (replace(plain, rows=rows) for rows in ((card, below), (card,)))


@lru_cache(maxsize=32)
def _roomiest(pages: tuple[tuple[View, ...], ...], screen: ScreenFormat) -> int | None:
    """Return the index of the first arrangement in which all pages are complete and no rows touch, or None."""
    for at, way in enumerate(zip(*pages, strict=True)):
        stand = [stands(view, screen) for view in way]
        if Stand.CUT in stand or Stand.WHOLE in stand:
            continue
        measured = [measure(view, screen) for view, sure in zip(way, stand, strict=True) if sure is None]
        if all(each.whole and each.apart for each in measured):
            return at
    return None
