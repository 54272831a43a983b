"""Tests that `mypy --strict` reports a new kind of thing that nobody handles, by adding one to each union."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
NEW = re.compile(r"BrandNew\w+")


class Addition(Struct, frozen=True):
    """Describes a new member of a union: its file, and the files that have to handle it."""

    name: str
    file: str
    union: str
    missed: tuple[str, ...]


ADDITIONS = (
    Addition("BrandNewEffect", "box/table/core/effects.py", "PortEffect", ("box/performers.py", "box/sturdy.py")),
    Addition("BrandNewSound", "box/show/cues.py", "HeardEffect", ("box/performers.py", "box/table/game/conducting.py")),
    Addition("BrandNewNote", "box/table/core/effects.py", "NoteEffect", ("box/performers.py",)),
    Addition("BrandNewMemory", "box/table/core/effects.py", "MemoryEffect", ("box/performers.py",)),
    Addition("BrandNewScore", "box/table/core/effects.py", "ScoreChange", ("box/score_changes.py",)),
    Addition("BrandNewBooth", "box/table/core/effects.py", "BoothEffect", ("box/recording_room.py",)),
    Addition("BrandNewNews", "kernel/booth_messages.py", "BoothNews", ("box/table/plugs/recording/booth.py",)),
    Addition("BrandNewPower", "box/table/core/effects.py", "PowerEffect", ("box/performers.py",)),
    Addition(
        "BrandNewFact",
        "box/show/facts.py",
        "Fact",
        ("box/table/core/names.py", "box/table/over/explain.py", "box/record.py"),
    ),
    Addition("BrandNewEvent", "box/events.py", "Event", ("box/table/step.py",)),
    Addition("BrandNewCue", "box/show/cues.py", "Cue", ("box/show/conductor.py",)),
    Addition("BrandNewPublicNews", "wire/public_record.py", "PublicNews", ("phone/box_line.py",)),
    Addition(
        "BrandNewStage", "box/show/stages.py", "Stage", ("box/table/game/session.py", "box/table/ground/stage.py")
    ),
    Addition("BrandNewEntry", "box/table/core/effects.py", "Entry", ("box/table/ground/power_on.py",)),
)

PAGE = """
from nightcrier.box.events import Input
from nightcrier.kernel.ids import LineId
from nightcrier.box.table.core.house import House
from nightcrier.box.table.core.state import Page
from nightcrier.box.table.core.state import Table, TableStep
from nightcrier.box.table.drawing.view import View


class SilentPage(Page, frozen=True):
    def handle(self, house: House, table: Table, event: Input) -> TableStep:
        return table, ()

    def view(self, house: House, table: Table) -> View:
        return View("new", table.choices.language)


class WholePage(SilentPage, frozen=True):
    def lines(self, house: House, table: Table) -> tuple[LineId, ...]:
        return ()


def opened() -> tuple[Page, Page]:
    return WholePage(), SilentPage()
"""
"""A complete page, and one that forgets people who only hear."""


def complaints(copy: Path) -> list[tuple[str, str]]:
    """Return the file and message of each error after each union got one more member. Unchanged files come from the
    cache, since checking everything would take a minute."""
    shutil.copytree(ROOT / "device", copy / "device", ignore=shutil.ignore_patterns("__pycache__", "_share"))
    shutil.copy2(ROOT / "pyproject.toml", copy)
    if (ROOT / ".mypy_cache").exists():
        shutil.copytree(ROOT / ".mypy_cache", copy / ".mypy_cache")
    for addition in ADDITIONS:
        _add(copy / "device/nightcrier" / addition.file, addition)
    (copy / "device/nightcrier/box/table/over/brand_new.py").write_text(PAGE, "utf-8")
    command = [sys.executable, "-m", "mypy", "--no-error-summary", "-p", "nightcrier.box", "-p", "nightcrier.phone"]
    done = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return re.findall(r"^device/nightcrier/([\w/]+\.py):\d+: error: (.*)$", done.stdout, re.MULTILINE)


def _add(file: Path, addition: Addition) -> None:
    text, union = file.read_text("utf-8"), f"\n{addition.union}: TypeAlias = "
    union += "(" * text.count(f"{union}(")
    assert text.count(union) == 1, f"{addition.union} is no longer one union in {file}"
    new = f'\nclass {addition.name}(Struct, frozen=True, tag="{addition.name}"):\n    at: float\n'
    file.write_text(text.replace(union, f"{new}\n{union}{addition.name} | "), "utf-8")


def test_whoever_adds_to_a_union_or_makes_half_a_page_is_told_everywhere_it_is_not_handled(tmp_path):
    """All members are added at once, since each run of mypy takes six seconds. A complete page needs no other file."""
    found = complaints(tmp_path)
    told = {(name, file) for file, message in found if "assert_never" in message for name in NEW.findall(message)}
    assert {(addition.name, file) for addition in ADDITIONS for file in addition.missed} <= told, found
    (of_page,) = [message for file, message in found if file == "box/table/over/brand_new.py"]
    assert "SilentPage" in of_page
    assert '"lines"' in of_page
