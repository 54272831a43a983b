"""Plays the real box, and writes the gestures and their results down as a script."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Self

from msgspec.structs import replace

from nightcrier.box.show.stages import Ask, Count, Perform, Stage, Tell, Verdict
from nightcrier.box.table.core.house import Choices, House
from nightcrier.box.table.core.state import Cursor, Session, Table
from nightcrier.box.table.evening.scenario import shelf_at_home
from nightcrier.box.table.ground.before_game import AdvicePage
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.heard.talk import stage_told
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.box.table.over.menu_items import Item, Menu
from tests.evenings.rehearsed import Rehearsed, Row, told_text
from tests.hands import is_at_stage

LONGEST = 300
"""The most stages, or seconds of a show, before a goal is given up."""
LONGEST_TOLD = 120
"""The most seconds that a stage may talk."""


class ScriptWriter:
    """Plays the box and keeps the script in `lines`: for each step the page, what was said, and private texts."""

    def __init__(self, where: Path, title: str, writer: str = "wolf_writer") -> None:
        self.lines = [f"# {title}", f"# Written by `python -m tests.evenings.{writer}`: change the plan, not this."]
        self.evening = Rehearsed(where)
        self._heard: Stage | None = None

    @property
    def table(self) -> Table:
        return self.evening.rehearsal.box.daemon.table

    @property
    def house(self) -> House:
        return self.evening.rehearsal.box.daemon.house

    @property
    def session(self) -> Session:
        assert self.table.session, "no game is under way"
        return self.table.session

    @property
    def stage(self) -> Stage:
        return self.session.stage

    def note(self, words: str) -> Self:
        """Write a comment into the script."""
        self.lines += ["", f"# {words}"]
        return self

    def do(self, action: str, after: float = 0.5) -> list[Row]:
        """Make a gesture, and return the new rows. First listen to the end, as a press would cut the speech short."""
        heard = self.listen() if action.startswith(("dial", "start press", "back press")) and self._tells() else []
        return [*heard, *self._performed(f"{after:g} {action}")]

    def listen(self) -> list[Row]:
        """Wait until everything is said, however long the recordings are."""
        self._heard = self.table.session and self.stage
        return self._performed(f"until said {LONGEST_TOLD}")

    def go_on(self) -> list[Row]:
        """Wait until the show is over and, after a breath, the next stage has begun."""
        return self._performed(f"until over {LONGEST}") + (self._performed("0.6 wait") if self._tells() else [])

    def _tells(self) -> bool:
        """Say whether the stage has speech that has not been heard to its end."""
        if self.table.session is None or not is_at_stage(self.table) or self.stage is self._heard:
            return False
        return isinstance(self.stage, Ask | Tell | Verdict) and bool(stage_told(self.stage))

    def settle(self) -> Self:
        """Wait while the box only talks, until people have to do something."""
        while self._is_playing():
            self.go_on()
        return self

    def _is_playing(self) -> bool:
        score = self.session.score
        return isinstance(self.stage, Perform) and score is not None and not score.paused

    def shows(self, text: str) -> Self:
        """Check that this text is on the screen now."""
        self._checked(f"#! shows {text}")
        return self

    def hears(self, *texts: str) -> Self:
        """Wait until the box is done talking, and check that these sentences were heard in this order."""
        self.settle()
        for text in texts:
            self._checked(f"#! hears {text}")
        return self

    def turn(self, places: int, of: int = 0) -> None:
        """Turn the dial by this many detents. In a ring of `of` entries, go the short way."""
        steps = (places + of // 2) % of - of // 2 if of else places
        if steps:
            self.do(f"dial {steps:+d}", 1)

    def pick(self, value: str, after: float = 1) -> list[Row]:
        """Answer the question by choosing this value and pressing."""
        self._turn_to(value)
        return self.do("dial press", after)

    def mark(self, *values: str) -> Self:
        """Mark exactly these answers to a question that takes several, and press START."""
        stage, cursor = self.stage, self.table.turned_now
        assert isinstance(stage, Ask)
        assert isinstance(cursor, Cursor)
        there = {stage.choices[index].value for index in cursor.marked}
        for value in (*sorted(there - set(values)), *sorted(set(values) - there)):
            self.pick(value)
        self.do("start press")
        return self

    def power_cut(self) -> Self:
        """Cut the power and bring it back. The table continues."""
        before = type(self.stage)
        self.do("power cut", 1)
        self.listen()
        self.do("start press", 3)
        assert isinstance(self.stage, before), self.stage
        return self

    def forward(self, goal: Callable[[Stage], bool]) -> Stage:
        """Pass stages for which nothing is planned, until one meets the goal."""
        for _ in range(LONGEST):
            if goal(self.stage):
                return self.stage
            self.pass_stage()
        raise AssertionError("what was planned never came")

    def pass_stage(self) -> None:
        """Do what people do at a stage for which nothing is planned."""
        match self.stage:
            case Perform() if self.session.score and self.session.score.paused:
                self.do("start press")
            case Perform():
                self.go_on()
            case Tell(skip=True):
                self.do("start hold")
            case Count():
                self.do("start press", 5)
            case Ask(marks=None):
                self.do("dial press", 2)
            case _:
                self.do("start press", 2)

    def to_game(self, game: str) -> None:
        """Choose this game at home."""
        shelf = list(dict.fromkeys(each.id for each, _ in shelf_at_home(self.house, self.table.choices)))
        self.turn(shelf.index(game) - shelf.index(self.table.choices.game), len(shelf))

    def choose(self, line: str, wanted: Callable[[Table], object]) -> None:
        """Set an item of the menus, whichever menu it is in, to the value that makes `wanted` true."""
        item = self.reach(line)
        values = [n for n, value in enumerate(item.values) if wanted(_with(self.table, value.choices))]
        if item.index not in values:
            self.do("dial press", 0.3)
            self.turn(values[0] - item.index)
            self.do("dial press", 0.3)

    def reach(self, line: str) -> Item:
        """Turn to the item with this name, opening and leaving menus on the way."""
        while not (way := self._way(self._page.menu, line)):
            self.do("back press", 0.3)
        *menus, place = way
        for opens in menus:
            self._to_item(opens)
            self.do("dial press", 0.3)
        self._to_item(place)
        return self._items()[place]

    def leave_menus(self) -> None:
        while isinstance(self.table.page, ListingPage):
            self.do("back press", 0.3)

    def start_game(self) -> Self:
        self.do("start press")
        while isinstance(self.table.page, AdvicePage):
            self._performed(f"until said {LONGEST_TOLD}")
            self.do("start press")
        return self

    def save(self, path: Path) -> None:
        path.write_text("\n".join(self.lines) + "\n", "utf-8")

    def _turn_to(self, value: str) -> None:
        stage, cursor = self.stage, self.table.turned_now
        assert isinstance(stage, Ask), stage
        assert isinstance(cursor, Cursor)
        values = [choice.value for choice in stage.choices]
        self.turn(values.index(value) - cursor.index, len(values))

    @property
    def _page(self) -> ListingPage:
        assert isinstance(self.table.page, ListingPage), self.table.page
        return self.table.page

    def _items(self) -> tuple[Item, ...]:
        return self._page.menu.items(self.house, self.table)

    def _way(self, menu: Menu, line: str) -> tuple[int, ...]:
        """Return the rows to press in this menu and those below it. The last row is the one with this name."""
        items = menu.items(self.house, self.table)
        here = [(n,) for n, item in enumerate(items) if item.line == line]
        opened = [(n, item.opens) for n, item in enumerate(items) if item.opens in MENUS.values()]
        deeper = ((n, *rest) for n, opens in opened if (rest := self._way(opens, line)))
        return next(chain(here, deeper), ())

    def _to_item(self, place: int) -> None:
        self.turn(place - self._page.index, len(self._items()))

    def _checked(self, check: str) -> None:
        self.lines.append(check)
        self.evening.perform(Path("plan"), len(self.lines), check)

    def _performed(self, line: str) -> list[Row]:
        before = len(self.evening.rows)
        self.lines.append(line)
        self.evening.perform(Path("plan"), len(self.lines), line)
        return self._came(before)

    def _came(self, before: int) -> list[Row]:
        """Write the checks for the rows since `before` into the script, and return these rows."""
        new = self.evening.rows[before:]
        for check in _checks(new):
            self._checked(check)
        return new


def _checks(rows: list[Row]) -> list[str]:
    """Return checks for each line that was said, the last page, and what only one person saw."""
    said = [f"#! says {row['line']}" for row in rows if row["kind"] == "say"]
    pages = [f"#! page {row['page']}" for row in rows if row["kind"] == "state"]
    told = [f"#! told {told_text(row)}" for row in rows if "secret" in row]
    return [*said, *pages[-1:], *told]


def _with(table: Table, choices: Choices) -> Table:
    return replace(table, choices=choices)
