"""Starts the box from the one file that the installer made of its code: `python -I -S start.py FILE run`.

If the file is missing, damaged or made by another Python, the box starts from its many files, like a checkout. Without
`site` (`-S`) Python looks for no folders of packages, which the file names instead."""

import gc
import sys
from _imp import source_hash
from marshal import loads
from os import O_CLOEXEC, O_NONBLOCK, O_RDONLY, execv, pread
from os import open as open_file

FIRST_LINE = 300
"""More bytes than the first line has, which names the Python that made the file."""


def start_from(path: str) -> None:
    """Let all modules be imported from the file from now on. Raises OSError, or ValueError if the file cannot be
    used."""
    gc.disable()  # until the command is imported: nothing of it is garbage
    file = open_file(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    line = pread(file, FIRST_LINE, 0).partition(b"\n")[0]
    size, digest, made_by = line.decode().split(" ", 2)
    if made_by != repr(sys.version):
        raise ValueError("another Python made it")
    begins = len(line) + 1
    head = pread(file, int(size), begins)
    if source_hash(0, head).hex() != digest:
        raise ValueError("it is damaged")
    finder, sys.path[:], *modules = loads(head)  # noqa: S302 - only root can write the file
    made = {"__name__": "packed"}
    exec(loads(finder), made)  # noqa: S102, S302
    sys.meta_path.insert(0, made["PackedModules"](file, begins + len(head), *modules))  # type: ignore[operator]


if __name__ == "__main__":
    program, *words = sys.argv[1:]
    try:
        start_from(program)
    except (OSError, ValueError, OverflowError, MemoryError) as why:
        print(f"The box starts slower, from its many files: {program} cannot be used ({why}).", file=sys.stderr)
        execv(sys.executable, [sys.executable, "-P", "-m", "nightcrier", *words])  # noqa: S606
    sys.argv[:] = ["nightcrier", *words]
    from nightcrier.cli import main

    sys.exit(main())
