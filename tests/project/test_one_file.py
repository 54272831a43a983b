"""A box starts from one file of code, and from its many files where that one cannot be used."""

import os
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from runpy import run_path

import pytest

pack, START = run_path("systemd/one_file.py")["pack"], Path("systemd/start.py").resolve()
CLI = """'''What a box need not hold in memory.'''
import select, sys
from nightcrier import other

def main():
    print(other.SAID, type(other.__loader__).__name__, bool(__doc__), sys.argv[1:], sys.flags.no_site)
    raise KeyError("on purpose")
"""
FILES = {"": "", ".__main__": "from nightcrier.cli import main; main()", ".cli": CLI, ".other": "SAID = 'unspoilt'"}
PACKED, FROM_FILES = "PackedModules False ['run'] 1", "SourceFileLoader True ['run'] 0"


@pytest.fixture
def code(tmp_path, monkeypatch):
    """The one file of a program called `nightcrier`, which lies there as files, too."""
    (tmp_path / "nightcrier").mkdir()
    for name, text in FILES.items():
        file = tmp_path / "nightcrier" / f"{name[1:] or '__init__'}.py"
        file.write_text(text)
        module = module_from_spec(spec_from_file_location(f"nightcrier{name}", file))
        monkeypatch.setitem(sys.modules, f"nightcrier{name}", module)
    stdlib, names = Path(os.__file__).parent, (*(f"nightcrier{name}" for name in FILES), "select", "sys")
    content = pack(names, [str(tmp_path)])
    assert pack(names, [str(tmp_path)]) == content  # for a card has the same bytes each time
    (tmp_path / "code").write_bytes(pack(names, [str(stdlib), str(tmp_path)]))
    return tmp_path / "code"


@pytest.mark.parametrize(
    ("spoil", "start", "told"),
    [
        (lambda code: code, PACKED, ""),
        (lambda code: code.replace(b"unspoilt", b"unSPOILT"), "SourceFileLoader False ['run'] 1", ""),
        (lambda code: code[:-50], "SourceFileLoader False ['run'] 1", ""),
        (lambda code: code.replace(repr(sys.version).encode(), b"'3.9'", 1), FROM_FILES, "another Python made it"),
        (lambda code: code.replace(b"nightcrier.other", b"nightcrier.OTHER", 1), FROM_FILES, "it is damaged"),
        *((lambda code, n=n: code[: n * len(code) // 30], FROM_FILES, "cannot be used") for n in (0, 1, 5, 10)),
        (None, FROM_FILES, "No such file or directory"),
    ],
)
def test_it_starts_from_the_one_file_or_says_in_one_sentence_why_not(code, spoil, start, told):
    code.write_bytes(spoil(code.read_bytes())) if spoil else code.unlink()
    command = [sys.executable, "-I", "-S", str(START), str(code), "run"]
    environ = {"PYTHONPATH": str(code.parent), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, check=False, env=environ, capture_output=True, text=True)
    sentences, _, traceback = done.stderr.partition("Traceback")
    assert (done.stdout, sentences.count("\n"), told in sentences) == (f"unspoilt {start}\n", bool(told), True)
    assert 'raise KeyError("on purpose")' in traceback  # the lines of the source
