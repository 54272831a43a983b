"""Tests that the project's address is one setting, and that everything else that names it agrees."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from docs import photograph
from docs.address import PLACES
from nightcrier import ADDRESS
from nightcrier.box import library
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.frame import measure
from nightcrier.box.table.ground.menus import MENUS
from nightcrier.box.table.look import look
from nightcrier.box.table.over.listing import ListingPage
from nightcrier.kernel.folders import standard_folders
from nightcrier.kernel.ids import name_line
from nightcrier.words.catalogue import LANGUAGES
from tests.hands import ran

OURS = "https://example.net/ann/nightcrier"
LONGEST = "https://example.com/somebody-with-a-name/the-box"


@pytest.fixture
def copy(tmp_path):
    (tmp_path / "docs/pictures").mkdir(parents=True)
    for name in ("docs/address.py", "image/card.sh", *(place.file for place in PLACES)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(name, tmp_path / name)
    return tmp_path


def set_address(copy: Path, *addresses: str) -> "subprocess.CompletedProcess[str]":
    return ran(sys.executable, "-I", copy / "docs/address.py", *addresses)


def texts(copy: Path) -> dict[str, str]:
    return {place.file: (copy / place.file).read_text("utf-8") for place in PLACES}


def test_what_is_committed_is_what_the_setting_says(copy):
    before = texts(copy)
    assert set_address(copy, ADDRESS).returncode == 0
    assert texts(copy) == before


def test_setting_it_changes_all_that_names_it_and_an_empty_one_takes_it_away(copy):
    assert set_address(copy, "").returncode == 0
    without = texts(copy)
    assert 'git clone --depth 1 "file://$PWD" ' in without["README.md"]
    assert set_address(copy, OURS).returncode == 0
    now = texts(copy)
    assert all(OURS in text for text in now.values())
    assert f"\ngit clone --depth 1 {OURS} ~/nightcrier && cd ~/nightcrier\n" in now["README.md"]
    assert f"\ngit clone --depth 1 {OURS} ~/nightcrier && cd ~/nightcrier\n" in now["docs/build.md"]
    assert "<this repository>" not in now["README.md"] + now["docs/build.md"]
    assert tomllib.loads(now["pyproject.toml"])["project"]["urls"] == {"Repository": OURS}
    assert set_address(copy, "").returncode == 0
    assert texts(copy) == without


def test_the_page_of_the_box_is_where_the_second_door_leads(copy):
    before = texts(copy)
    assert set_address(copy, "", f"{OURS}/").returncode == 0
    led = texts(copy)["README.md"]
    assert (led.count(f"]({OURS}/)"), "The browser's page isn't published yet" in led) == (3, False)
    assert "ends with /" in set_address(copy, "", OURS).stderr
    assert set_address(copy, "").returncode == 0
    assert texts(copy)["README.md"] == led, "who sets the address alone leaves the page"
    assert set_address(copy, "", "").returncode == 0
    assert texts(copy) == before


def test_a_photograph_comes_to_the_top_small_and_without_its_place(copy, tmp_path):
    taken, exif = tmp_path / "taken.jpg", Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "Somewhere"  # taken upright
    Image.new("RGB", (3000, 2000)).save(taken, exif=exif)
    photograph.main([str(taken), "A box"], copy)
    photograph.main([str(taken), "Our box"], copy)
    assert "[![A photograph: Our box](docs/pictures/box.jpg)](docs/case.md)" in texts(copy)["README.md"]
    with Image.open(copy / "docs/pictures/box.jpg") as shown:
        assert (shown.size, len(shown.getexif())) == ((1067, 1600), 0)
    with pytest.raises(SystemExit, match="is no picture"):
        photograph.main([str(copy / "README.md"), "A box"], copy)


@pytest.mark.parametrize("page", ["README.md", "docs/build.md"])
@pytest.mark.parametrize("came", ["by git", "out of a zip", "as ~/nightcrier"])
def test_the_line_without_one_works_wherever_the_folder_came_from(copy, tmp_path, came, page):
    assert set_address(copy, "").returncode == 0
    (line,) = re.findall(r"^.*git clone .*file:.*", (copy / page).read_text("utf-8"), re.MULTILINE)
    home = tmp_path / "a home"
    folder = home / ("nightcrier" if came == "as ~/nightcrier" else "Down loads")
    folder.mkdir(parents=True)
    (folder / "run").write_text("echo it runs\n")
    if came == "by git":
        person = "-c", "user.name=Ann", "-c", "user.email=ann@example.org"
        for words in (("init", "-q"), ("add", "run"), (*person, "commit", "-qm", "All")):
            subprocess.run(["git", *words], cwd=folder, check=True)
        (folder / ".venv-run").mkdir()  # stays where it was made
    script, environ = f"{line}\nls -A; pwd; sh run", {**os.environ, "HOME": str(home)}
    done = subprocess.run(["sh", "-euc", script], cwd=folder, env=environ, capture_output=True, check=True)
    git = ".git\n" if came == "by git" else ""
    assert (done.stdout.decode(), done.stderr.decode()) == (f"{git}run\n{home}/nightcrier\nit runs\n", "")


@pytest.mark.parametrize(
    ("address", "given", "url"),
    [
        (OURS, "", f"{OURS}/releases/download/v1.0/card.img.xz"),
        ("", "", "file:///built/card.img.xz"),
        (OURS, "https://mirror.example.org/card.img.xz", "https://mirror.example.org/card.img.xz"),
    ],
)
def test_the_manifest_says_where_the_image_will_be(copy, address, given, url):
    assert set_address(copy, address).returncode == 0
    script = f". image/card.sh; committed={copy} name=card version=1.0 folder=/built; image_url"
    environ = os.environ | {"IMAGE_URL": given}
    done = subprocess.run(["bash", "-c", script], env=environ, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == url


@pytest.mark.parametrize(
    "address", ["http://example.org/a", "https://example.org", f"{OURS}/", f"{OURS}.git", f"{LONGEST}x", "a b", "none"]
)
def test_what_is_no_address_is_said_in_one_sentence_and_changes_nothing(copy, address):
    before, done = texts(copy), set_address(copy, address)
    assert done.returncode == 1
    assert done.stderr.startswith("address: give one that begins with https://")
    assert texts(copy) == before


def test_a_page_without_the_place_is_named_and_nothing_is_written(copy):
    (copy / "docs/build.md").write_text("All is new here.\n")
    before = texts(copy)
    assert "address: docs/build.md has 0 places for it" in set_address(copy, OURS).stderr
    assert texts(copy) == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_shows_it_whole_in_every_language(monkeypatch, language):
    monkeypatch.setattr(library, "ADDRESS", LONGEST)
    shelf = library.read_library(standard_folders({}), lambda _: None)
    house, table = library.build_house(shelf, (), ("tapping",)), Table(library.first_choices(shelf))
    table = replace(table, choices=replace(table.choices, languages=(language,)))
    items = MENUS["box"].items(house, table)
    (at,) = (n for n, item in enumerate(items) if item.line == "screen.about")
    (value,) = items[at].values
    address = LONGEST.removeprefix("https://")
    assert address in value.text
    assert value.spoken[-1] == name_line(address)
    assert measure(look(house, replace(table, page=ListingPage(MENUS["box"], None, at))), house.screen).whole


def test_a_box_without_one_shows_its_number_alone(monkeypatch):
    monkeypatch.setattr(library, "ADDRESS", "")
    shelf = library.read_library(standard_folders({}), lambda _: None)
    house = library.build_house(shelf, (), ("tapping",))
    items = MENUS["box"].items(house, Table(library.first_choices(shelf)))
    assert [item.values[0].text for item in items if item.line == "screen.about"] == [house.version]
