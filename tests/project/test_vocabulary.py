"""One word for one thing: a public class stands once in the house, and few other public names stand in two files."""

import ast
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

DEVICE = Path(__file__).parents[2] / "device"
ALLOWED = {"PLUG"}
"""Every game has its PLUG. A new name is better changed than added here."""


@cache
def public_names(source: str) -> Sequence[tuple[str, type[ast.stmt]]]:
    """What a module defines at its top for others: classes, functions, constants."""
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
    """The names that are defined in several files."""
    found: dict[str, list[str]] = {}
    for file, source in sources.items():
        for name in {name for name, kind in public_names(source) if issubclass(kind, kinds)}:
            found.setdefault(name, []).append(file)
    return {name: files for name, files in found.items() if len(files) > 1}


def house() -> dict[str, str]:
    return {str(file.relative_to(DEVICE)): file.read_text("utf-8") for file in DEVICE.rglob("*.py")}


def test_no_public_class_has_the_name_of_another() -> None:
    assert doubled(house(), (ast.ClassDef,)) == {}, "call the new one by what it is"


def test_few_public_names_stand_in_two_files() -> None:
    assert set(doubled(house())) == ALLOWED, "call the new one by what it is; take what is gone from ALLOWED"


def test_a_second_of_any_kind_is_found() -> None:
    sources = {
        "one.py": "class Box: ...\nLEAST = 1\ndef turned(): ...\nclass _Own: ...\n",
        "other.py": "class Box: ...\nLEAST: int = 2\ndef turned(): ...\nclass _Own: ...\n",
    }
    assert doubled(sources) == {name: ["one.py", "other.py"] for name in ("Box", "LEAST", "turned")}
    assert set(doubled(sources, (ast.ClassDef,))) == {"Box"}
