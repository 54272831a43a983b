"""Tests that `./run` and `./test` make their own environments, and say in one sentence what the system lacks."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.hands import lay_tools, ran

PYTHON = """echo "{name} $*" >>"$CALLS"
case "$*" in
*engines.needs*) exit {lacking} ;;
*version_info*) exit {wrong_version} ;;
*ensurepip*) exit {no_venv} ;;
*libgthread*) exit {no_glib} ;;
"-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
*"pip install"*) exit {no_network} ;;
*" check") echo "one needs another"; exit {incomplete} ;;
esac
"""

FAULTS = ("lacking", "wrong_version", "no_venv", "no_glib", "no_network", "incomplete")


class Clone:
    """Simulates a fresh clone, on a machine with only these Pythons."""

    def __init__(self, folder: Path) -> None:
        self.top, self._bin, self._calls = folder / "clone", folder / "bin", folder / "calls"
        for script in (
            "run",
            "requirements/prepare",
            "requirements/run.txt",
            "requirements/studio.txt",
            "requirements/browser.txt",
            "requirements/case.txt",
            "requirements/home.txt",
            "requirements/dev.txt",
        ):
            (self.top / script).parent.mkdir(exist_ok=True, parents=True)
            shutil.copy(script, self.top / script)
        self._bin.mkdir()
        for tool in ("sh", "cat", "cmp", "cp", "date", "dirname", "echo", "mkdir", "readlink", "rm"):
            (self._bin / tool).symlink_to(str(shutil.which(tool)))

    def add_python(self, name: str = "python3", **fails: int) -> None:
        lay_tools(self._bin, {name: PYTHON.format(name=name, **(dict.fromkeys(FAULTS, 0) | fails))})

    def run(self, *words: str, script: Path | None = None) -> "subprocess.CompletedProcess[str]":
        self._calls.write_text("")
        environ = {"PATH": str(self._bin), "CALLS": str(self._calls)}
        return ran(script or self.top / "run", *words, env=environ, cwd=self.top.parent)

    @property
    def calls(self) -> list[str]:
        return self._calls.read_text().splitlines()


@pytest.fixture
def clone(tmp_path):
    made = Clone(tmp_path)
    made.add_python()
    return made


def test_a_fresh_clone_makes_its_environment_once_and_opens_the_simulated_box(clone):
    first = clone.run()
    assert (first.returncode, first.stderr.count("\n")) == (0, 1)
    assert clone.calls[-1] == "python3 -P -m nightcrier sim"
    again = clone.run("render", "--out", "a night.ogg")
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert clone.calls == ["python3 -P -m nightcrier render --out a night.ogg"]


def test_what_a_box_can_do_itself_is_done_without_a_studio(clone):
    lines = ("voices list", "voices check", "words reviewed a.json")
    assert {clone.run(*line.split()).returncode for line in lines} == {0}
    assert not (clone.top / ".venv-studio").exists()


def test_what_a_studio_lacks_is_said_before_its_environment_is_made_and_not_after(clone):
    clone.add_python(lacking=1)
    assert clone.run("voices", "build", "it").returncode == 1
    assert not (clone.top / ".venv-studio").exists()
    assert clone.run("voices", "heard").returncode == 0
    assert clone.run("voices", "build", "it").returncode == 0


def test_what_a_studio_lacks_is_said_too_where_its_environment_was_left_half_made(clone):
    clone.add_python(no_network=1)
    assert clone.run("voices", "heard").returncode == 1
    clone.add_python(lacking=1)
    done = clone.run("voices", "build", "it")
    assert (done.returncode, done.stderr) == (1, "")


DATE = r"--date \d{4}-\d\d-\d\d"


@pytest.mark.parametrize(
    ("words", "lock", "called"),
    [
        (["--silent"], "run", "-m nightcrier sim --silent"),
        (["voices", "build", "it"], "studio", "-m nightcrier_studio voices build it"),
        (["words", "check"], "studio", "-m nightcrier_studio words check"),
        (["-m", "bench.candidates", "en"], "studio", r"-m bench\.candidates en"),
        (["-m", "bench.delivery", "en"], "studio", r"-m bench\.delivery en"),
        (["browser"], "browser", rf"-m bench\.recording {DATE}"),
        (["case", "--out", "my case"], "case", "-m case --out my case"),
        (["bench", "dial"], "dev", rf"-m bench {DATE} dial"),
    ],
)
def test_each_word_has_what_it_runs_in_an_environment_of_its_own(clone, words, lock, called):
    """Each environment lies in the checkout, and is named after the lock of its libraries."""
    assert clone.run(*words).returncode == 0
    (install,) = [call for call in clone.calls if "pip install" in call]
    assert install.endswith(f"requirements/{lock}.txt")
    assert re.fullmatch(f"python3 -P {called}", clone.calls[-1])
    assert [each.name for each in clone.top.glob(".venv-*")] == [f".venv-{lock.replace('dev', 'test')}"]


def test_only_what_is_pinned_is_installed(clone):
    clone.run()
    (install,) = [call for call in clone.calls if "pip install" in call]
    assert "--no-deps --require-hashes --only-binary :all:" in install, "a newer release must not unmake the lock"


def test_a_lock_that_does_not_name_everything_is_told_and_tried_again(clone):
    clone.add_python(incomplete=1)
    done = clone.run()
    assert done.returncode == 1
    assert "run.txt does not name everything that is needed (one needs another); make it anew" in done.stderr
    assert not (clone.top / ".venv-run" / "made-from").exists()


def test_the_lock_that_overrules_what_its_libraries_name_is_not_held_against_them(clone):
    clone.add_python(incomplete=1)
    assert clone.run("home").returncode == 0


def test_a_changed_lock_makes_the_environment_anew(clone):
    clone.run()
    left = clone.top / ".venv-run" / "left from before"
    left.touch()
    with (clone.top / "requirements" / "run.txt").open("a") as lock:
        lock.write("# changed\n")
    assert clone.run().returncode == 0
    assert not left.exists()


def test_an_environment_that_was_not_finished_is_made_again(clone):
    clone.add_python(no_network=1)
    clone.run()
    clone.add_python()
    assert clone.run().returncode == 0


def test_another_python_that_fits_is_found(clone):
    clone.add_python(wrong_version=1)
    clone.add_python("python3.12")
    assert clone.run().returncode == 0
    assert clone.calls[-1].startswith("python3.12 ")


@pytest.mark.parametrize(
    ("fails", "sentence"),
    [
        (
            {"wrong_version": 1},
            "Python 3.11 to 3.14 is needed; install it with: sudo apt install python3 python3-venv",
        ),
        ({"no_venv": 1}, "Python's venv is missing; install it with: sudo apt install python3-venv"),
        (
            {"no_glib": 1},
            "GLib is missing, without which pygame makes no sound; install it with: sudo apt install libglib2.0-0",
        ),
        (
            {"no_network": 1},
            "its libraries could not be fetched; look at the lines above, check the network, and run it again",
        ),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(clone, fails, sentence):
    clone.add_python(**fails)
    done = clone.run()
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"nightcrier: {sentence}"
    assert not [call for call in clone.calls if "-m nightcrier" in call]


def test_without_any_python_the_same_sentence_is_said(tmp_path):
    done = Clone(tmp_path).run()
    assert (done.returncode, done.stderr[:34]) == (1, "nightcrier: Python 3.11 to 3.14 is")


def test_what_the_scripts_ask_for_by_name_is_what_the_continuous_integration_installs():
    asked = set(re.findall(r"apt install ([\w. -]+)\"", Path("requirements/prepare").read_text()))
    wanted = {package for packages in asked for package in packages.split()} - {"python3"}
    assert all(f" {package}" in Path(".ci/run").read_text() for package in wanted)


def test_the_continuous_integration_runs_the_tests_as_everybody_does():
    assert "./test" in Path(".ci/run").read_text().splitlines()


def test_an_environment_that_root_made_is_given_up_in_one_sentence(clone):
    clone.run()
    (clone.top / ".venv-run" / "made-from").write_text("another lock")
    rm = clone.top.parent / "bin" / "rm"
    rm.unlink()
    lay_tools(rm.parent, {"rm": "echo 'rm: Permission denied' >&2\nexit 1"})
    done = clone.run()
    assert done.returncode == 1
    *_, last = said = done.stderr.splitlines()
    assert last.endswith(f"remove it with: sudo rm -rf {clone.top}/.venv-run")
    assert not [line for line in said if line.startswith("rm:")]


def test_an_environment_that_is_a_link_is_never_removed(clone):
    (clone.top / ".venv-run").symlink_to(clone.top / "somewhere")
    done = clone.run()
    assert (done.returncode, (clone.top / ".venv-run").is_symlink()) == (1, True)
    assert "is a link" in done.stderr.splitlines()[-1]


def test_a_link_from_elsewhere_leads_to_the_clone(clone, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "first").symlink_to(clone.top / "run")
    (tmp_path / "elsewhere" / "second").symlink_to("first")
    for name in ("first", "second"):
        assert clone.run("decks", script=tmp_path / "elsewhere" / name).returncode == 0
        assert clone.calls[-1] == "python3 -P -m nightcrier decks"
    assert [path.name for path in (tmp_path / "elsewhere").iterdir() if not path.is_symlink()] == []
