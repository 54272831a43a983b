"""Tests that no function has more than ten branches. A flat `match` counts as one, because it reads like a table."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

MOST = 10
ROOTS = ("device", "case", "bench", "image", "lab", "tests", "gpiozero-gpiod")
FORKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Match)
BLOCK = re.compile(r"^(?=\S)", re.MULTILINE)
FORK = re.compile(r"^ +(?:if|elif|async for|for|while|except|match)\b", re.MULTILINE)
"""Matches a line that looks like a branch, even if it is in a text."""


def ways(function: ast.AST) -> int:
    """Return the number of branches of a function, without those of functions inside it."""
    return 1 + sum(isinstance(node, FORKS) for node in inside(function))


def inside(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield child
            yield from inside(child)


def winding(text: str) -> list[str]:
    """Return the functions of this module with too many branches. A quick look at the text rules most modules out."""
    if all(len(FORK.findall(block)) < MOST for block in BLOCK.split(text)):
        return []
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return [function.name for function in functions if ways(function) > MOST]


def test_no_function_goes_more_than_ten_ways():
    files = [file for root in ROOTS for file in Path(root).rglob("*.py")]
    assert len(files) > 1000
    assert [(str(file), name) for file in files for name in winding(file.read_text("utf-8"))] == []


def test_a_winding_function_is_found_and_a_flat_match_is_not():
    asked = "def f(x):\n" + "".join(f"    if x == {n}:\n        return {n}\n" for n in range(MOST))
    matched = "def g(x):\n    match x:\n" + "".join(f"        case {n}:\n            return {n}\n" for n in range(30))
    assert winding(asked + matched) == ["f"]
