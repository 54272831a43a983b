"""Prints each package of Debian and each library of Python on a card, with its version and licences: licences.py ROOT.

Licences are those that a package itself names. Where it names none in a form that can be read, the list says where to
look: Debian's own words lie on the card, in /usr/share/doc/<package>/copyright."""

import re
import subprocess
import sys
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import distributions
from pathlib import Path

_NAMED = re.compile(r"^License: *(\S.*)$", re.MULTILINE)
_COMMON = re.compile(r"/common-licenses/([\w.+-]*\w)")


def debian_packages(root: Path) -> Iterator[str]:
    listing = ["dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f", "${Package} ${Version}\n"]
    for row in subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines():
        name = row.partition(" ")[0]
        yield f"{row}: {_debian_licences(root / 'usr/share/doc' / name / 'copyright') or f'see {name}/copyright'}"


def _debian_licences(copyright_file: Path) -> str:
    """Return the short names of the licences that a copyright file names, in Debian's own format or as paths."""
    if not copyright_file.is_file():
        return ""
    text = copyright_file.read_text("utf-8", "replace")
    return ", ".join(sorted(set(_NAMED.findall(text) or _COMMON.findall(text))))


def python_libraries(root: Path) -> Iterator[str]:
    folders = [str(folder) for folder in root.glob("opt/nightcrier/versions/*/venv/lib/python3*/site-packages")]
    for name, version, licences in sorted(
        (each.name, each.version, python_licences(each.metadata)) for each in distributions(path=folders)
    ):
        yield f"{name} {version}: {licences or 'see its metadata'}"


def python_licences(metadata: Message) -> str:
    """Return the licence of a library as its metadata has it: as an expression, as classifiers, or as one line."""
    kinds = (each.rpartition(" :: ")[2] for each in metadata.get_all("Classifier", []) if each.startswith("License ::"))
    one_line = str(metadata.get("License", "")).splitlines()
    return metadata.get("License-Expression") or ", ".join(sorted(set(kinds))) or "".join(one_line[:1])


if __name__ == "__main__":
    for found in (*debian_packages(Path(sys.argv[1])), *python_libraries(Path(sys.argv[1]))):
        print(found)
