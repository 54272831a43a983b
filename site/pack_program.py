"""Run by `compile.mjs` in the Python of the page: compiles the program, reads its lists, and packs all of it."""

import compileall
import marshal
import py_compile
import sys
from pathlib import Path

from compression import zstd


def pack_program(top: str) -> bytes:
    sys.path[:0] = [f"{top}/device"]
    from nightcrier.tools.kept_lists import keep_lists

    keep_lists()
    kind = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(top, quiet=1, legacy=True, optimize=2, invalidation_mode=kind)
    # find_plugs looks for plug.py
    kept = [each for each in sorted(Path(top).rglob("*")) if each.suffix != ".py" or each.name == "plug.py"]
    files = {str(each): each.read_bytes() for each in kept if each.is_file()}
    return zstd.compress(b"".join(map(marshal.dumps, ([*files], *files.values()))), level=17)
