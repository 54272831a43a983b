"""Helpers that tests of several rooms share."""

import subprocess
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path


def caller(module, capsys):
    """Return a function that calls the module's `main`, checks its status, and returns its output."""

    def call(status, *words):
        ended = import_module(module).main([str(word) for word in words])
        said = capsys.readouterr()
        assert ended == status, said
        return said

    return call


def lay_tools(folder: Path, tools: Mapping[str, str], before: str = "") -> None:
    """Write shell scripts with these names into the folder, each with the same line in front."""
    for name, body in tools.items():
        tool = folder / name
        tool.parent.mkdir(parents=True, exist_ok=True)
        tool.write_text(f"#!/bin/sh\n{before.format(name=name)}{body}\n", "utf-8")
        tool.chmod(0o755)


def ran(*words: object, **how: object) -> "subprocess.CompletedProcess[str]":
    """Run a program to its end, and return its status and output."""
    return subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False, **how)


def is_at_stage(table):
    """Say whether the stage of a game is shown, with no page over it."""
    return table.page is None and table.session is not None
