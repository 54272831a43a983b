"""What the continuous integration runs is red where nobody could look for planted leaks."""

import os
import shutil
import subprocess

import pytest


@pytest.mark.parametrize(
    ("strace", "test", "status"), [(0, 0, 0), (1, 0, 1), (0, 3, 3)], ids=["all", "no strace", "a failure"]
)
def test_it_is_red_where_strace_may_not_watch(strace, test, status, tmp_path):
    """./test itself is not: its last lines say what was left out."""
    stubs = {"bin/strace": strace, "bin/node": 0, "bin/apt-get": 0, "test": test}
    shutil.copytree(".ci", tmp_path / ".ci")
    (tmp_path / "bin").mkdir()
    for name, ends in stubs.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho {name} >>calls\nexit {ends}\n")
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run([tmp_path / ".ci/run"], env={**os.environ, "PATH": path}, capture_output=True, check=False)
    assert done.returncode == status
    assert "test" in (tmp_path / "calls").read_text().split(), "it is run in any case"
    assert (b"planted leaks were left out" in done.stderr) == bool(strace)
