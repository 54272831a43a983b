"""Finds the functions that experiments.toml names, as `module.function` of this folder."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from lab.host.vm import Machine
from lab.plan import Row


def judge(name: str) -> Callable[..., list[Row]]:
    """Return a judge. It takes the folder of a run and a word, or without a machine the folder of what was built."""
    return cast("Callable[..., list[Row]]", _named(name))


def disk(name: str) -> Callable[[Machine, Path], None]:
    """Return a function that puts a disk into the machine. It also takes the folder of the run."""
    return cast("Callable[[Machine, Path], None]", _named(name))


def _named(name: str) -> Any:
    module, _, function = name.partition(".")
    return getattr(import_module(f"lab.host.{module}"), function)
