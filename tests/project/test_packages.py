"""Tests what `systemd/packages` makes for pip and pipx, the man page, and the commit that a program names. A
stand-in for hatchling records its input."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from nightcrier import __version__
from nightcrier.cli import COMMANDS, main
from nightcrier.kernel.program import program_version
from nightcrier.words.catalogue import LANGUAGES
from tests.hands import lay_tools, ran

pytestmark = pytest.mark.skipif(not shutil.which("git"), reason="git is not there")

EXTRAS = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
PYTHON = """case "$*" in
"-I -m venv "*) mkdir -p "$4/bin"; cp "$0" "$4/bin/python" ;;
*"hatchling build"*)
    for folder; do :; done
    cp -r "$PWD" "$KEPT"
    head -c ${SIZE:-1} /dev/zero >"$folder/nightcrier-1.0-x.whl" ;;
esac
"""
PACKS = ("en-male.zip", "de-female.zip", "zh-Hant-male.zip", "zh-Hant-female.zip")


@pytest.fixture
def checkout(tmp_path):
    top = tmp_path / "checkout"
    for name in ("assets/audio/LICENSES.md", "config/x", "requirements/x", "README.md", "LICENSE", "pyproject.toml"):
        (top / name).parent.mkdir(parents=True, exist_ok=True)
        (top / name).write_text("words")
    voices = top / "assets" / "audio" / "voices"
    voices.mkdir()
    for pack in PACKS:
        (voices / pack).write_text(pack)
    for name in ("packages", "versions.sh", "libraries.sh"):
        (top / "systemd").mkdir(exist_ok=True)
        shutil.copy(f"systemd/{name}", top / "systemd" / name)
    (top / "gpiozero-gpiod").mkdir()
    (top / "gpiozero-gpiod" / "x").touch()
    (top / "device" / "nightcrier").mkdir(parents=True)
    (top / "device/nightcrier/__init__.py").write_text('__version__ = "1.0"\nCOMMIT = "$Format:%H$"\n')
    shutil.copy(".gitattributes", top)
    who = ("-c", "user.name=n", "-c", "user.email=n@example.org")
    for words in (("init", "-q"), ("add", "."), (*who, "commit", "-qm", "all")):
        subprocess.run(["git", "-C", top, *words], check=True)
    return top


def make_packages(checkout: Path, **environ: str) -> "subprocess.CompletedProcess[str]":
    python, out = checkout.parent / "bin" / "python3", checkout.parent / "out"
    (checkout.parent / "kept").mkdir()
    lay_tools(python.parent, {python.name: PYTHON})
    environ |= {"PATH": f"{python.parent}:/usr/bin:/bin", "KEPT": str(checkout.parent / "kept")}
    return ran(checkout / "systemd" / "packages", out, env=environ)


def test_each_further_language_is_a_package_with_its_packs_alone(checkout):
    (checkout / "assets/audio/voices/fr-female.zip").write_text("not committed")
    assert make_packages(checkout).stderr == ""
    kept = checkout.parent / "kept"
    assert {folder.name for folder in kept.iterdir()} == {"nightcrier", "gpiozero-gpiod", "de", "zh-Hant"}
    made = tomllib.loads((kept / "zh-Hant" / "pyproject.toml").read_text())["project"]
    assert (made["name"], made["version"], made["dependencies"]) == ("nightcrier-zh-hant", "1.0", ["nightcrier==1.0"])
    packs = (kept / "zh-Hant" / "nightcrier/_share/assets/audio/voices").iterdir()
    assert {pack.name for pack in packs} == {"zh-Hant-male.zip", "zh-Hant-female.zip"}


def test_what_is_packed_names_its_commit(checkout):
    make_packages(checkout)
    head = subprocess.run(["git", "-C", checkout, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    packed = (checkout.parent / "kept/nightcrier/device/nightcrier/__init__.py").read_text()
    assert f'COMMIT = "{head.stdout.strip()}"' in packed
    assert program_version(head.stdout.strip()) == f"{__version__} ({head.stdout[:10]})"
    assert program_version("$Format", checkout) == f"{__version__} ({head.stdout[:10]})"
    assert program_version("$Format", checkout / "device") == __version__


def test_the_folder_for_them_is_made(checkout):
    make_packages(checkout)
    assert [*(checkout.parent / "out").glob("*.whl")]


def test_a_wheel_that_no_registry_takes_is_refused(checkout):
    done = make_packages(checkout, SIZE="25000001")
    assert (done.returncode, done.stderr[-29:]) == (1, "has more than 25000000 bytes\n")


def test_every_language_but_english_is_an_extra():
    assert {language: [f"nightcrier-{language.lower()}"] for language in LANGUAGES if language != "en"} == {
        name: what for name, what in EXTRAS.items() if what[0].startswith("nightcrier-")
    }


def test_the_man_page_lists_the_commands_as_the_program_does():
    page = Path("systemd/nightcrier.1").read_text("utf-8").replace("\\-", "-")
    listed = re.findall(r"^\.TP\n\.B (\S+)\n(.+)\.$", page.partition(".SH OPTIONS")[0], re.MULTILINE)
    assert dict(listed) == {name: f"{what[0].upper()}{what[1:]}" for name, what in COMMANDS.items()}


def test_the_version_is_printed(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"nightcrier {program_version()}\n"
