"""Prints each package of Debian and each library of Python on a card, with its version and licenses: licences.py ROOT.

Licenses are those that a package itself names. If it names none in a form that can be read, the list says where to
look: Debian's own texts are on the card, in /usr/share/doc/<package>/copyright."""

import re
import subprocess
import sys
from collections.abc import Iterator
from email.message import Message
from importlib.metadata import distributions
from pathlib import Path

_NAMED = re.compile(r"^License: *(\S+(?: +\S+){,5})$", re.MULTILINE)
"""The pattern of a license's name, which has at most six words. Anything longer is the license itself."""
_COMMON = re.compile(r"/common-licenses/([\w.+-]*\w)")


def debian_packages(root: Path) -> Iterator[str]:
    listing = ["dpkg-query", f"--admindir={root}/var/lib/dpkg", "-W", "-f", "${Package} ${Version}\n"]
    for row in subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines():
        name = row.partition(" ")[0]
        yield f"{row}: {_debian_licences(root / 'usr/share/doc' / name / 'copyright', name)}"


def _debian_licences(copyright_file: Path, package: str) -> str:
    """Return the short names in a copyright file of Debian's own format. For any other file, say where it is and to
    which common licenses it refers, because it may hold more."""
    text = copyright_file.read_text("utf-8", "replace") if copyright_file.is_file() else ""
    if named := set(_NAMED.findall(text)):
        return ", ".join(sorted(named))
    usual = ", ".join(sorted(set(_COMMON.findall(text))))
    return f"see {package}/copyright{usual and f', which names {usual}'}"


def python_libraries(root: Path) -> Iterator[str]:
    folders = [str(folder) for folder in root.glob("opt/nightcrier/versions/*/venv/lib/python3*/site-packages")]
    for name, version, licences in sorted(
        (each.name, each.version, python_licences(each.metadata)) for each in distributions(path=folders)
    ):
        yield f"{name} {version}: {licences or 'see its metadata'}"


def python_licences(metadata: Message) -> str:
    """Return the license of a library as its metadata has it: as an expression, as classifiers, or as one line."""
    kinds = (each.rpartition(" :: ")[2] for each in metadata.get_all("Classifier", []) if each.startswith("License ::"))
    one_line = str(metadata.get("License", "")).splitlines()
    return metadata.get("License-Expression") or ", ".join(sorted(set(kinds))) or "".join(one_line[:1])


if __name__ == "__main__":
    for found in (*debian_packages(Path(sys.argv[1])), *python_libraries(Path(sys.argv[1]))):
        print(found)
