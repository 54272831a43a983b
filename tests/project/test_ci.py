"""Tests that continuous integration fails if planted leaks cannot be looked for, and what its workflows run."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

WORKFLOWS = sorted(Path(".github/workflows").glob("*.yml"))


@pytest.mark.parametrize(
    ("strace", "test", "status"), [(0, 0, 0), (1, 0, 1), (0, 3, 3)], ids=["all", "no strace", "a failure"]
)
def test_it_is_red_where_strace_may_not_watch(strace, test, status, tmp_path):
    """./test itself does not fail: its last lines say what was left out."""
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


def test_the_workflows_run_what_everybody_runs_and_take_nothing_that_can_change():
    texts = {file.stem: file.read_text("utf-8") for file in WORKFLOWS}
    runs = [run for text in texts.values() for run in re.findall(r"^ +- run: (\S+)", text, re.MULTILINE)]
    assert {".ci/run", "systemd/packages", "./run"} <= set(runs)
    assert all(Path(run).exists() for run in runs if "/" in run)
    used = re.findall(r"uses: (\S+)", "".join(texts.values()))
    assert [use for use in used if not re.search(r"@[0-9a-f]{40}$", use)] == ["./.github/workflows/test.yml"]
    assert all(re.search(r"^permissions:\n  contents: read\n", text, re.MULTILINE) for text in texts.values())
    assert "secrets." not in "".join(texts.values())


@pytest.mark.skipif(not all(map(shutil.which, ("git", "ssh-keygen"))), reason="what signs is not there")
@pytest.mark.parametrize(
    ("signs", "after", "publishes"),
    [
        ("key", "true", True),
        ("other", "true", False),
        ("key", "git commit -q --allow-empty -m More", False),
        ("key", "git update-ref refs/tags/v2 v1; git tag -d v1", False),
    ],
    ids=["ours", "another key", "another commit", "another name"],
)
def test_only_a_tag_by_the_key_that_boxes_know_publishes(signs, after, publishes, tmp_path):
    (script,) = re.findall(r"- run: \|\n((?: {10}.+\n)+)", Path(".github/workflows/release.yml").read_text("utf-8"))
    for name in ("key", "other"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", tmp_path / name], check=True)
    known = f'nightcrier-release namespaces="nightcrier-release" {(tmp_path / "key.pub").read_text()}'
    makes = f"""git init -q -b main . && mkdir systemd && cat >systemd/allowed_signers
        git add -A && git commit -qm All
        git -c gpg.format=ssh -c user.signingkey=../{signs} tag -sm "One" v1 && {after} && git clone -q . ../copy"""
    people = {f"GIT_{who}_{what}": "ann@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environ = {**os.environ, **people, "GITHUB_REF_NAME": "v2" if "v2" in after else "v1", "RUNNER_TEMP": str(tmp_path)}
    (tmp_path / "one").mkdir()
    subprocess.run(["sh", "-ec", makes], cwd=tmp_path / "one", input=known, text=True, env=environ, check=True)
    commit = ["git", "-C", tmp_path / "copy", "rev-parse", "HEAD"]
    environ["GITHUB_SHA"] = subprocess.run(commit, capture_output=True, check=True, text=True).stdout.strip()
    done = subprocess.run(["bash", "-ec", script], cwd=tmp_path / "copy", env=environ, capture_output=True, check=False)
    assert (done.returncode == 0) == publishes, done.stderr
