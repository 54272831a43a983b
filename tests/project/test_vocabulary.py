"""Tests that no two public classes of the program share a name, and that every docstring can be read alone."""

import ast
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

DEVICE = Path(__file__).parents[2] / "device" / "nightcrier"


@cache
def public_names(source: str) -> Sequence[tuple[str, type[ast.stmt]]]:
    """Return the public classes, functions and constants that a module defines at its top."""
    found: list[tuple[str, type[ast.stmt]]] = []
    for node in ast.parse(source).body:
        match node:
            case ast.ClassDef(name) | ast.FunctionDef(name) | ast.AsyncFunctionDef(name):
                names = [name]
            case ast.Assign(targets):
                names = [target.id for target in targets if isinstance(target, ast.Name)]
            case ast.AnnAssign(ast.Name(name)):
                names = [name]
            case _:
                names = []
        found += [(name, type(node)) for name in names if not name.startswith("_")]
    return found


def doubled(sources: Mapping[str, str], kinds: tuple[type[ast.stmt], ...] = (ast.stmt,)) -> dict[str, list[str]]:
    """Return the names that are defined in several files."""
    found: dict[str, list[str]] = {}
    for file, source in sources.items():
        for name in {name for name, kind in public_names(source) if issubclass(kind, kinds)}:
            found.setdefault(name, []).append(file)
    return {name: files for name, files in found.items() if len(files) > 1}


def house() -> dict[str, str]:
    return {str(file.relative_to(DEVICE)): file.read_text("utf-8") for file in DEVICE.rglob("*.py")}


def test_no_public_class_has_the_name_of_another():
    assert doubled(house(), (ast.ClassDef,)) == {}, "call the new one by what it is"


def test_no_public_name_of_the_games_is_defined_in_two_files():
    games = {file: source for file, source in house().items() if file.startswith("box/games/")}
    hooks = {"PLUG"}  # by this name a game is found
    assert doubled(games).keys() == hooks, "call the new one by what it is, or make one of them"


NOT_FIRST = {"as", "it", "of", "they", "what", "where", "whoever", "with"}
"""First words with which a docstring leans on the name or the line beside it."""


def leaning_docstrings(source: str) -> list[str]:
    """Return the docstrings whose first word shows that they cannot be read alone."""
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    told = (ast.get_docstring(node) or "" for node in ast.walk(ast.parse(source)) if isinstance(node, kinds))
    return [text for text in told if text.lower().startswith("the same") or first_word(text) in NOT_FIRST]


def first_word(text: str) -> str:
    found = re.match(r"\w+", text)
    return found[0].lower() if found else ""


def test_every_docstring_can_be_read_alone():
    assert {file: wrong for file, source in house().items() if (wrong := leaning_docstrings(source))} == {}


def test_a_docstring_that_leans_is_found():
    source = '''"""As it was."""\ndef one():\n    """Of the table."""\ndef two():\n    """Draw."""\n'''
    assert leaning_docstrings(source) == ["As it was.", "Of the table."]


def test_a_second_of_any_kind_is_found():
    sources = {
        "one.py": "class Box: ...\nLEAST = 1\ndef turned(): ...\nclass _Own: ...\n",
        "other.py": "class Box: ...\nLEAST: int = 2\ndef turned(): ...\nclass _Own: ...\n",
    }
    assert doubled(sources) == {name: ["one.py", "other.py"] for name in ("Box", "LEAST", "turned")}
    assert set(doubled(sources, (ast.ClassDef,))) == {"Box"}
