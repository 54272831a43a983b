"""The list of what is on a card: every package and library with its version and licences."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

COPYRIGHTS = {
    "newer": "Format: machine-readable\nLicense: GPL-2+\n\nLicense: Expat\n",
    "older": "On Debian systems the text is in `/usr/share/common-licenses/LGPL-2.1'.\n",
    "odd": "License: Whoever gets this may do with it what he likes.\n",
}
METADATA = {
    "exact": "License-Expression: MIT OR Apache-2.0\nLicense: other",
    "sorted": "Classifier: License :: OSI Approved :: MIT License\nClassifier: Topic :: Games",
    "plain": "License: BSD-3-Clause",
    "silent": "Summary: nothing",
}


@pytest.mark.skipif(not shutil.which("dpkg-query"), reason="Debian's list of packages is not there")
def test_each_package_and_library_is_listed_with_its_licences(tmp_path: Path) -> None:
    dpkg, docs = tmp_path / "var/lib/dpkg", tmp_path / "usr/share/doc"
    dpkg.mkdir(parents=True)
    row = "Package: {}\nStatus: install ok installed\nVersion: 1.2-3\nArchitecture: all\nDescription: x\n\n"
    (dpkg / "status").write_text("".join(map(row.format, (*COPYRIGHTS, "bare"))))
    for name, text in COPYRIGHTS.items():
        (docs / name).mkdir(parents=True)
        (docs / name / "copyright").write_text(text)
    for name, text in METADATA.items():
        file = (
            tmp_path / f"opt/nightcrier/versions/card/venv/lib/python3.13/site-packages/{name}-4.5.dist-info/METADATA"
        )
        file.parent.mkdir(parents=True)
        file.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 4.5\n{text}\n")
    listed = subprocess.check_output([sys.executable, "-I", "image/licences.py", str(tmp_path)], text=True)
    assert listed.splitlines() == [
        "bare 1.2-3: see bare/copyright",
        "newer 1.2-3: Expat, GPL-2+",
        "odd 1.2-3: see odd/copyright",
        "older 1.2-3: see older/copyright, which names LGPL-2.1",
        "exact 4.5: MIT OR Apache-2.0",
        "plain 4.5: BSD-3-Clause",
        "silent 4.5: see its metadata",
        "sorted 4.5: MIT License",
    ]
