"""Makes a USB stick like those in stores, formatted and filled like by any computer, and puts it into the machine."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from lab.host.vm import Machine

_BEGIN = 2**20
"""The byte at which its one partition begins."""
_SIZE = 2**30
"""The size of the stick, which has FAT32 like every stick that can be bought."""
File = str | Path
"""Either the content of a file, or the file itself."""


def plug_files(machine: Machine, folder: Path, files: Mapping[str, File]) -> None:
    image = folder / "stick.raw"
    with image.open("wb") as file:
        file.truncate(_SIZE)
    subprocess.run(["sfdisk", "-q", image], input=b"label: dos\nstart=2048, type=c\n", check=True)
    mtool("mformat", image, "-F", "-v", "HOLIDAY", "::")
    mtool("mmd", image, *(f"::{each}" for each in sorted({str(Path(name).parent) for name in files})))
    for name, content in files.items():
        mtool("mcopy", image, _file(folder, name, content), f"::{name}")
    machine.monitor(f"drive_add 0 if=none,id=stick,file={image},format=raw,cache=writeback")
    machine.monitor("device_add usb-storage,id=stick,drive=stick,bus=usb.0")


def _file(folder: Path, name: str, content: File) -> str:
    if isinstance(content, Path):
        return str(content)
    made = folder / Path(name).name
    made.write_text(content, "utf-8")
    return str(made)


def mtool(tool: str, image: Path, *words: str) -> str:
    command = [tool, "-i", f"{image}@@{_BEGIN}", *words]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
