"""Keeps rows from one command to the next, as long as the box and the scripts are those that made them."""

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from lab.plan import GUEST, HERE, Result, Row, Run

_HOST = HERE / "host"


class Results:
    """Keeps the results of one box, in the machine that a script of host/ starts."""

    def __init__(self, folder: Path, box: str, machine: str) -> None:
        self._folder, self.box, self.machine = folder, box, machine

    def keep(self, run: Run, rows: Sequence[Row], scripts: str) -> None:
        """Keep rows instead of the earlier ones. `scripts` is the mark of the scripts with which the run began."""
        self._folder.mkdir(parents=True, exist_ok=True)
        self._file(run).write_bytes(msgspec.json.encode(Result(self.box, scripts, tuple(rows))))

    def rows(self, run: Run) -> tuple[Row, ...]:
        """Return the saved rows of a run, or none if it was not run, or if the box or the scripts have changed
        since."""
        try:
            kept = msgspec.json.decode(self._file(run).read_bytes(), type=Result)
        except (OSError, msgspec.ValidationError):
            return ()
        return kept.rows if (kept.box, kept.scripts) == (self.box, self.mark(run)) else ()

    def mark(self, run: Run) -> str:
        return scripts_mark(run, self.machine)

    def _file(self, run: Run) -> Path:
        return self._folder / f"{run.name}.json"


def scripts_mark(run: Run, machine: str) -> str:
    """Return a mark of everything that determines a run's rows: table, script with imports, judge, disk, machine."""
    experiment, total = run.experiment, hashlib.sha256(msgspec.json.encode(run))
    named = {name.partition(".")[0] for name in (experiment.host, experiment.host_only, experiment.disk) if name}
    scripts = [_HOST / f"{module}.py" for module in sorted(named)]
    if experiment.guest:
        scripts += [GUEST / experiment.guest, _HOST / f"{machine}.py"]
    for file in sorted(_with_imports(scripts)):
        total.update(file.read_bytes())
    return total.hexdigest()


def _with_imports(scripts: Iterable[Path]) -> set[Path]:
    found, new = set[Path](), set(scripts)
    while new:
        found |= new
        new = {beside for script in new for beside in _imported(script)} - found
    return found


def _imported(script: Path) -> Iterator[Path]:
    for node in ast.walk(ast.parse(script.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            modules = [name.name for name in node.names]
        else:
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        beside = (script.with_name(f"{module.removeprefix('lab.host.')}.py") for module in modules)
        yield from (file for file in beside if file.is_file())
