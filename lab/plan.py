"""Lists the lab's experiments, which are in experiments.toml, with one run for each word of `each`. On a card these
are the experiments that card.toml does not leave out, and its own."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import Struct

HERE = Path(__file__).parent
GUEST = HERE / "guest"


class Experiment(Struct, frozen=True, forbid_unknown_fields=True):
    """Describes an experiment: one table of experiments.toml."""

    name: str
    title: str
    guest: str = ""
    each: tuple[str, ...] = ()
    usb: tuple[str, ...] = ("dac",)
    hdmi: bool = False
    disk: str = ""
    host: str = ""
    host_only: str = ""


class Run(Struct, frozen=True):
    """Names an experiment with one of its words."""

    experiment: Experiment
    word: str = ""

    @property
    def name(self) -> str:
        return f"{self.experiment.name}-{self.word}" if self.word else self.experiment.name


class Row(Struct, frozen=True):
    """Holds a row of the table: what was checked, what was found, what was promised, and whether it holds."""

    what: str
    measured: str
    promised: str
    holds: bool


class Result(Struct, frozen=True):
    """Holds the rows of a run, with the commit of the box and the mark of the scripts that made them."""

    box: str
    scripts: str
    rows: tuple[Row, ...]


class Plan(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """Holds a file of experiments, and the reasons why those of another file are left out."""

    experiment: tuple[Experiment, ...]
    left_out: dict[str, str] = {}


def installed_plan() -> Plan:
    """Return the plan for the machine in which the box is installed: all experiments of the file."""
    return _read("experiments.toml")


def card_plan() -> Plan:
    own = _read("card.toml")
    shared = (experiment for experiment in installed_plan().experiment if experiment.name not in own.left_out)
    return Plan((*own.experiment, *shared), own.left_out)


def _read(name: str) -> Plan:
    return msgspec.toml.decode((HERE / name).read_bytes(), type=Plan)


def planned_runs(plan: Plan, wanted: tuple[str, ...] = ()) -> Iterator[Run]:
    """Yield the runs to do. With names, yield only those of these experiments or runs."""
    for experiment in plan.experiment:
        for run in [Run(experiment, word) for word in experiment.each] or [Run(experiment)]:
            if not wanted or experiment.name in wanted or run.name in wanted:
                yield run


def unknown_names(plan: Plan, wanted: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in wanted if not any(planned_runs(plan, (name,))))


STOPPED = "# the script ended with status"
"""Printed after a guest's script that did not reach its end."""


def judged_rows(run: Run, printed: str) -> list[Row]:
    """Return the rows of a run. If its script broke off, add a row that says so, since nobody would miss the others."""
    rows = rows_in(printed)
    if rows and STOPPED not in printed:
        return rows
    return [*rows, Row(run.name, printed.strip()[-200:], "all its rows", False)]


def rows_in(printed: str) -> list[Row]:
    """Return the rows in a guest's output, whose remarks begin differently."""
    return [msgspec.json.decode(line, type=Row) for line in printed.splitlines() if line.startswith("{")]
