"""The scripts that run inside the machine import from each other only what is there: else it is seen after minutes."""

import ast
import sys

import pytest

from lab.plan import GUEST

SCRIPTS = {script.stem: ast.parse(script.read_text("utf-8")) for script in sorted(GUEST.glob("*.py"))}


def bound(script: ast.Module) -> set[str]:
    """The names that a script itself gives."""
    names = {node.name for node in script.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    targets = (target for node in script.body if isinstance(node, ast.Assign) for target in node.targets)
    return names | {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}


@pytest.mark.parametrize("script", SCRIPTS)
def test_what_is_imported_is_there(script):
    for node in ast.walk(SCRIPTS[script]):
        if isinstance(node, ast.ImportFrom) and node.module in SCRIPTS:
            assert {name.name for name in node.names} <= bound(SCRIPTS[node.module]), node.module


def test_no_script_hides_a_module_that_python_or_the_box_imports():
    assert not SCRIPTS.keys() & (sys.stdlib_module_names | {"nightcrier", "gpiozero_gpiod"})
