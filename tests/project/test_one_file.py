"""Tests that a box starts from one file of code, or from its many files if that one cannot be used."""

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from runpy import run_path

import pytest

pack, START = run_path("systemd/one_file.py")["pack"], Path("systemd/start.py").resolve()
SAYS = "print(other.SAID, type(other.__loader__).__name__, bool(__doc__), sys.argv[1:], sys.flags.no_site)"
CLI = f'"""A docstring."""\nimport select, sys\nfrom nightcrier import other\ndef main():\n {SAYS}\n raise KeyError\n'
FILES = {"": "", ".__main__": "from nightcrier.cli import main; main()", ".cli": CLI, ".other": "SAID = 'unspoilt'"}
PACKED, FROM_FILES, ONE_FROM_ITS_FILE = "PackedModules False", "SourceFileLoader True", "SourceFileLoader False"


@pytest.mark.parametrize(
    ("spoil", "start", "told"),
    [
        (lambda code: code, PACKED, ""),
        (lambda code: code.replace(b"unspoilt", b"unSPOILT"), ONE_FROM_ITS_FILE, ""),
        (lambda code: code[:-50], ONE_FROM_ITS_FILE, ""),
        (lambda code: code.replace(repr(sys.version).encode(), b"'3.9'", 1), FROM_FILES, "another Python made it"),
        (lambda code: code.replace(b"nightcrier.other", b"nightcrier.OTHER", 1), FROM_FILES, "it is damaged"),
        (lambda code: b"9" * 30 + b" " + code.split(b" ", 1)[1], FROM_FILES, "cannot be used"),
        *((lambda code, n=n: code[: n * len(code) // 30], FROM_FILES, "cannot be used") for n in (0, 1, 5, 10)),
        (None, FROM_FILES, "No such file or directory"),
    ],
)
def test_it_starts_from_the_one_file_or_says_in_one_sentence_why_not(tmp_path, monkeypatch, spoil, start, told):
    (tmp_path / "nightcrier").mkdir()
    for name, text in FILES.items():
        file = tmp_path / "nightcrier" / f"{name[1:] or '__init__'}.py"
        file.write_text(text)
        made = module_from_spec(spec_from_file_location(f"nightcrier{name}", file))
        monkeypatch.setitem(sys.modules, f"nightcrier{name}", made)
    names, code = (*(f"nightcrier{name}" for name in FILES), "select", "sys"), tmp_path / "code"
    content = pack(names, [str(Path(os.__file__).parent), str(tmp_path)])
    if spoil:
        code.write_bytes(spoil(content))
    command = [sys.executable, "-I", "-S", str(START), str(code), "run"]
    done = subprocess.run(command, check=False, env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True)
    sentences, _, traceback = done.stderr.partition("Traceback")
    assert (sentences.count("\n"), told in sentences) == (bool(told), True)
    assert done.stdout == f"unspoilt {start} ['run'] {int(start != FROM_FILES)}\n"
    assert "\n    raise KeyError\n" in traceback  # the lines of the source
    assert pack(names, [str(Path(os.__file__).parent), str(tmp_path)]) == content  # so is that of a card
