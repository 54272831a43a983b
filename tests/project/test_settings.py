"""Tests that each setting is defined once, in its field: the shipped file is written from it, and nothing has a
default of its own. The screen's size is defined once, too: all others get a format and ask it."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import asdict

from image.shipped_files import SETTINGS_FILE, settings_text
from nightcrier.kernel import settings
from nightcrier.kernel.screen import GLASS
from nightcrier.kernel.settings import SHIPPED

SOURCE = Path(settings.__file__)


def values_of(table: Struct) -> Iterator[tuple[str, object]]:
    """Yield every setting of this table and the tables inside it; the outermost of several with one name comes last."""
    for value in asdict(table).values():
        if isinstance(value, Struct):
            yield from values_of(value)
    yield from ((name, value) for name, value in asdict(table).items() if not isinstance(value, Struct))


DEFAULTS = dict(values_of(SHIPPED))
RARE = {160, 800, 1024, "ssd1306", "gpiod"}
"""Values so rare that, as a default anywhere, they must be a copy of a setting."""


def test_the_shipped_file_is_what_the_fields_say():
    again = "mend it in device/nightcrier/kernel/settings.py, then: "
    again += "./run -m image.shipped_files"
    assert SETTINGS_FILE.read_text("utf-8") == settings_text(SOURCE.read_text("utf-8")), again


def test_a_new_setting_is_one_field_with_its_comment():
    field = "    # How many owls sit on the box, 0 to 3.\n    owls: int = 2\n"
    next_one = "    # true: the box stands on its head.\n"
    text = settings_text(SOURCE.read_text("utf-8").replace(next_one, field + next_one))
    assert tomllib.loads(text)["screen"]["owls"] == 2
    assert "\n\n# How many owls sit on the box, 0 to 3.\nowls = 2\n\n# true" in text


def defaults(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield every name with a preset value: fields, constants, arguments."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value
        if isinstance(node, ast.Assign):
            yield from ((name.id, node.value) for name in node.targets if isinstance(name, ast.Name))
        if isinstance(node, ast.arguments):
            plain = [*node.posonlyargs, *node.args]
            yield from zip((arg.arg for arg in plain[len(plain) - len(node.defaults) :]), node.defaults, strict=True)
            yield from ((arg.arg, value) for arg, value in zip(node.kwonlyargs, node.kw_defaults, strict=True) if value)


def written_twice(source: str) -> list[str]:
    """Return the names that have a literal of their own and should ask the settings."""
    found = []
    for name, value in defaults(ast.parse(source)):
        try:
            literal = ast.literal_eval(value)
        except ValueError:
            continue
        same = name in DEFAULTS and ("_" in name or (literal and literal == DEFAULTS[name]))
        if same or (type(literal) in (int, str) and literal in RARE):
            found.append(f"{name} = {literal!r}")
    return found


@pytest.mark.parametrize(
    "source",
    [
        "class House:\n    contrast: int = 160",
        "class House:\n    brightness: int = 160",
        "def open(library='gpiod'): ...",
        "def decode(*, hold_ms=700): ...",
        "first_volume = 10",
        "class Bus:\n    address: int = 0x3C",
    ],
)
def test_a_default_that_is_written_twice_is_found(source):
    assert written_twice(source)


def test_no_default_of_a_setting_is_written_twice():
    files = (file for file in Path("device/nightcrier").rglob("*.py") if not file.samefile(SOURCE))
    assert {str(file): names for file in files if (names := written_twice(file.read_text("utf-8")))} == {}


DEVICE = Path(__file__).parents[2] / "device" / "nightcrier"
NUMBERS = re.compile(r"\b(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[1-9][\d_]*(?<!_))\b")
SIZES = {GLASS.width, GLASS.height, GLASS.width - 1, GLASS.height - 1}


def written_sizes(source: str) -> list[int]:
    """Return the lines that contain both sides of the screen, or its last dots."""
    if len({int(number, 0) for number in NUMBERS.findall(source)} & SIZES) < 2:
        return []
    found = []
    for node in ast.walk(ast.parse(source)):
        inside = [child.value for child in ast.iter_child_nodes(node) if isinstance(child, ast.Constant)]
        numbers = {number for number in inside if type(number) is int and number in SIZES}
        if len(numbers) > 1:
            found.append(getattr(node, "lineno", 0))
    return found


def test_no_other_file_knows_the_size_of_the_glass():
    paths = {path.relative_to(DEVICE).as_posix(): path for path in DEVICE.rglob("*.py")}
    found = {name: lines for name, path in paths.items() if (lines := written_sizes(path.read_text("utf-8")))}
    assert set(found) == {"kernel/screen.py"}, "ask the format that is handed down (ScreenFormat) instead"


def test_the_search_finds_a_size():
    assert written_sizes("AREA = (128, 64)\nlast = min(127, 63)\n") == [1, 2]
    assert written_sizes("AREA = (0x80, 6_4)") == [1]
