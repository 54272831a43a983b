"""The size of the glass stands in one place: everybody else is handed a format and asks it."""

import ast
import re
from pathlib import Path

from nightcrier.kernel.screen import GLASS

DEVICE = Path(__file__).parents[2] / "device" / "nightcrier"
NUMBERS = re.compile(r"\b(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|[1-9][\d_]*(?<!_))\b")
SIZES = {GLASS.width, GLASS.height, GLASS.width - 1, GLASS.height - 1}


def written_sizes(source: str) -> list[int]:
    """Lines on which both sides of the glass, or its last dots, stand together."""
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
