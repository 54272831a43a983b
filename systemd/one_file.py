"""Packs all code that a box runs into one file, from which it starts: `python -P systemd/one_file.py FILE`.

The installer calls this after Python has compiled the program; `start.py` starts the box from the file. The first line
of the file names the Python that made it, and the size and the digest of its list. The list and the codes of the
modules follow, in the order in which a start imports them; each is read when it is imported. Docstrings are left out,
since a box would hold them in memory. A module that is not packed is imported from its own file."""

import marshal
import os
import sys
from _imp import source_hash
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from importlib.machinery import ExtensionFileLoader, ModuleSpec, SourceFileLoader
from pathlib import Path

from nightcrier.kernel.files import replace_file

_FINDER = Path(__file__).with_name("packed.py")
_STARTS = ("nightcrier.cli", "nightcrier.tools.run", "nightcrier.box.panel.lines", "smbus2")
"""The modules that bring in most of what a start needs. The rest is imported while a box is put together."""


def pack(names: Iterable[str], path: Iterable[str]) -> bytes:
    """Return the file for these imported modules, with only the file names of modules in C. `path` is where other
    modules are found."""
    found = ((name, getattr(sys.modules[name], "__spec__", None)) for name in names)
    specs = {name: spec for name, spec in found if spec and spec.name == name}
    bodies = {name: _code(spec.origin) for name, spec in specs.items() if isinstance(spec.loader, SourceFileLoader)}
    extensions = {name: spec.origin for name, spec in specs.items() if isinstance(spec.loader, ExtensionFileLoader)}
    at, places = 0, dict[str, tuple[str, int, int, bytes]]()
    for name, body in bodies.items():
        places[name] = (_folder(specs[name]), at, len(body), source_hash(0, body))
        at += len(body)
    head = marshal.dumps((_code(_FINDER), [*path], places, extensions))
    line = f"{len(head)} {source_hash(0, head).hex()} {sys.version!r}\n"
    return b"".join((line.encode(), head, *bodies.values()))


def _code(file: Path | str | None) -> bytes:
    return marshal.dumps(compile(Path(str(file)).read_bytes(), str(file), "exec", dont_inherit=True, optimize=2))


def _folder(spec: ModuleSpec) -> str:
    """Return the folder of a package, and "" for a module."""
    return next(iter(spec.submodule_search_locations or ()), "")


def import_first() -> None:
    """Import what every start needs by starting a new box without any files of people."""
    for name in _STARTS:
        import_module(name)
    from nightcrier.box.assembly import build_box
    from nightcrier.box.hardware import Hardware, PowerOn
    from nightcrier.box.sound.port import SilentPlayer
    from nightcrier.kernel.chance import SystemChance
    from nightcrier.kernel.clock import VirtualClock
    from nightcrier.kernel.folders import standard_folders

    folders = standard_folders({}, Path(os.devnull)).without_taken()
    build_box(folders, Hardware(VirtualClock(), SystemChance(), SilentPlayer()), PowerOn(), [])


def import_rest() -> None:
    """Import everything else that a box may need."""
    from nightcrier.tools.doctor.trial import LIBRARIES, program_modules

    for name in (*program_modules(), *LIBRARIES):
        with suppress(ImportError):
            import_module(name)


if __name__ == "__main__":
    import_first()
    import_rest()
    replace_file(Path(sys.argv[1]), pack(tuple(sys.modules), sys.path))
