"""Tests that facts are values: neither the table nor a game glues strings into a key that must be taken apart again."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOMS = [
    file for room in ("table", "games", "show") for file in sorted(Path("device/nightcrier/box", room).rglob("*.py"))
]
LETTERS = Path("device/nightcrier/box/table/drawing")
"""The folder whose work is to take text apart."""
FILES = Path("device/nightcrier/box/games/engine")
"""The folder that reads what people write in a game file, and names the keys in it."""

APART = {"split", "rsplit", "partition", "rpartition", "removeprefix", "removesuffix", "startswith", "endswith"}
GLUE = ("role.", "screen.", "number.", "seat.")


def taken_apart(tree: ast.Module) -> Iterator[str]:
    """Yield the calls that read a part of a text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in APART:
            yield f"line {node.lineno}: .{node.func.attr}()"


def glued(tree: ast.Module) -> Iterator[str]:
    """Yield the texts that join a prefix known to the words with a value."""
    for node in ast.walk(tree):
        first = node.values[0] if isinstance(node, ast.JoinedStr) else None
        if isinstance(first, ast.Constant) and str(first.value).startswith(GLUE):
            yield f"line {first.lineno}: {ast.unparse(node)}"


def faults_of(file: Path) -> list[str]:
    tree = ast.parse(file.read_text("utf-8"))
    if file.is_relative_to(FILES):
        return []
    return [*glued(tree), *([] if file.is_relative_to(LETTERS) else taken_apart(tree))]


def test_no_text_is_glued_that_is_taken_apart_again():
    assert {str(file): faults for file in ROOMS if (faults := faults_of(file))} == {}


def test_what_is_glued_or_taken_apart_would_be_found():
    assert list(glued(ast.parse("x = f'role.{role}'")))
    assert list(taken_apart(ast.parse("kind, _, target = value.partition('-')")))
