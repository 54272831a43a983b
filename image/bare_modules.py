"""Write kernel modules without their compression and signature:   bare_modules.py FOLDER

A signature is checked each time a module is loaded, which takes a Zero 2 W a tenth of a second, and a start loads fifty
modules. No kernel of Debian's demands one unless a machine starts in Secure Boot, which no Pi has. Unpacking takes another
second, and the system is compressed as a whole anyway. A signature lies at a module's end (Linux,
include/linux/module_signature.h): its data, twelve bytes that end with its length, and these words."""

import lzma
import sys
from pathlib import Path

_WORDS = b"~Module signature appended~\n"
_ABOUT = 12


def without_signature(module: bytes) -> bytes:
    about, _, _ = module.rpartition(_WORDS)
    return about[: -_ABOUT - int.from_bytes(about[-4:], "big")] if module.endswith(_WORDS) else module


def write_bare_modules(folder: Path) -> None:
    for packed in folder.rglob("*.ko.xz"):
        packed.with_suffix("").write_bytes(without_signature(lzma.decompress(packed.read_bytes())))
        packed.unlink()


if __name__ == "__main__":
    write_bare_modules(Path(sys.argv[1]))
