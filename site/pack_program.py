"""Run by `compile.mjs` in the Python of the page: compiles the program, reads its lists, and packs everything; then
compiles the part of Python's own library that the program needs, so that it is not compiled at every first visit."""

import compileall
import marshal
import py_compile
import re
import sys
from importlib.util import MAGIC_NUMBER
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from compression import zstd

LIBRARY = "/lib/python314.zip"
UNUSED = re.compile(
    r"_compat_pickle|_pydatetime|_pyio|_pyrepl|_sysconfigdata|argparse|asyncio/(?:proactor|windows)|bdb|calendar|cmd\."
    r"|code\.|compileall|concurrent/futures/process|concurrent/inter|configparser|csv|ctypes|doctest|email|filecmp"
    r"|fileinput|fractions|ftplib|gettext|gzip|html|http|imaplib|importlib/(?:metadata|resources)|ipaddress"
    r"|logging/[ch]|mailbox|mimetypes|modulefinder|multiprocessing|optparse|pdb|pickle|pkgutil|platform|plistlib|poplib"
    r"|pprint|profile|pstats|py_compile|pyclbr|pydoc|pyodide/console|smtplib|socketserver|sqlite3|statistics|stringprep"
    r"|symtable|sysconfig|tabnanny|tarfile|timeit|trace\.|tracemalloc|unittest|urllib/r|wave|wsgiref|xml|zoneinfo"
    r"|encodings/(?:big5|cp(?!437)|euc|gb|hp|iso|johab|koi8|kz|mac|palmos|ptcp|shift|tis)"
)
"""Matches modules of Python's own library that no box needs, which are half of its bytes."""
_HEAD = MAGIC_NUMBER.ljust(5, b"\1") + bytes(11)  # of what is compiled from a source that nobody looks at again


def pack_program(top: str) -> bytes:
    sys.path[:0] = [f"{top}/device", f"{top}/site"]
    from nightcrier.tools.kept_lists import keep_lists

    keep_lists()
    for copy in Path(top, "assets/words").glob("__pycache__/*"):  # marked as that of an empty text
        before, after = re.split(rb'(?<="mark":\[)\d+,\d+', copy.read_bytes(), maxsplit=1)
        copy.write_bytes(before + b"0,0" + after)
        (copy.parents[1] / copy.name.partition("-Book")[0]).write_bytes(b"")
    kind = py_compile.PycInvalidationMode.UNCHECKED_HASH
    compileall.compile_dir(top, quiet=1, legacy=True, optimize=2, invalidation_mode=kind)
    # find_plugs looks for plug.py
    kept = [each for each in sorted(Path(top).rglob("*")) if each.suffix != ".py" or each.name == "plug.py"]
    files = {str(each): each.read_bytes() for each in kept if each.is_file()}
    return zstd.compress(b"".join(map(marshal.dumps, ([*files], *files.values()))), level=17)


def pack_library() -> bytes:
    """Return the packed library. A module that the box does not import at its start stays source, which is smaller."""
    import nightcrier_site.tab  # noqa: F401

    begun, made = {getattr(module, "__file__", "") for module in sys.modules.values()}, BytesIO()
    with ZipFile(LIBRARY) as library, ZipFile(made, "w") as packed:
        for name in (name for name in library.namelist() if not UNUSED.match(name)):
            content, place = library.read(name), f"{LIBRARY}/{name}"
            if is_needed := place in begun:
                content = _HEAD + marshal.dumps(compile(content, place, "exec", dont_inherit=True, optimize=2))
            packed.writestr(ZipInfo(name + "c" * is_needed), content, ZIP_DEFLATED, 9)
    return made.getvalue()
