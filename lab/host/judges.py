"""The functions that experiments.toml names, as `module.function` of this folder."""

from collections.abc import Callable
from importlib import import_module
from typing import cast

from lab.plan import Row


def judge(name: str) -> Callable[..., list[Row]]:
    """Takes the folder of a run and its word; one that needs no machine, the folder of what was built."""
    module, _, function = name.partition(".")
    return cast("Callable[..., list[Row]]", getattr(import_module(f"lab.host.{module}"), function))
