"""Tests the page on which strangers judge lines, and how `./run words reviewed` reads its files."""

import json
import shutil
from pathlib import Path

import pytest

from bench.browsers import chromium
from nightcrier.box.sound.voices.packs import Clip, Pack, Quality, ShelvedPack, text_hash
from nightcrier.words.catalogue import LANGUAGES, Book, Line, Words
from nightcrier_site.review import review_lines, write_review
from nightcrier_studio.reviewed import main
from tests.owed import owed

SAVED = """(() => {
  let blob; URL.createObjectURL = (given) => { blob = given; return "#"; };
  const pick = (row, value) => document.querySelectorAll("li")[row].querySelector(`[value=${value}]`).click();
  pick(0, "wrong"); pick(29, "fine");
  const better = document.querySelector("textarea");
  better.value = " Besser so. "; better.dispatchEvent(new Event("change"));
  document.getElementById("save").click();
  return blob.text();
})()"""


def address(pack: str, file: str) -> str:
    return f"voices/{pack}.zip#{file}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("site")
    write_review(made, address)
    return made


def told(folder: Path, language: str) -> dict[str, object]:
    text = (folder / "review" / f"{language}.js").read_text("utf-8")
    return json.loads(text.removeprefix("const REVIEW = ").removesuffix(";\n"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_all_its_lines_by_kind_and_the_words_of_the_page(folder, language):
    page = told(folder, language)
    assert len(page["kinds"]) > 4, "a draw takes one of each in turn"
    assert sum(map(len, page["kinds"])) > 1500
    assert page["words"].keys() == told(folder, "en")["words"].keys()
    assert "{file}" in page["words"]["saved"]
    lines = [line for kind in page["kinds"] for line in kind]
    assert all(text and len(text) <= 1000 and len(id_) <= 100 for id_, text, _ in lines)
    bare = {id_ for id_, _, clip in lines if not clip}
    assert bare <= owed("readings", language, bare), "what is not owed is heard, too"
    assert f'<a href="?language={language}" lang="{language}">' in (folder / "review.html").read_text("utf-8")


def test_the_script_is_short_and_nothing_comes_from_elsewhere(folder):
    texts = [file.read_text("utf-8") for file in (folder / "review.html", *folder.glob("review/review.*"))]
    assert len((folder / "review" / "review.js").read_text("utf-8").splitlines()) <= 120
    assert not [text for text in texts if "://" in text or "innerHTML" in text]


def test_a_clip_of_an_older_text_is_not_to_be_heard_and_markup_stays_text():
    rows = {"day.over": Line("Day <b>& over.", say="Dei."), "vote.now": Line("Vote now.")}
    clips = {line: Clip(f"{line}.opus", 1.0, text_hash("Dei.")) for line in rows}
    pack = ShelvedPack(Path("en-ann.zip"), Pack("en", "Ann", "CC0", "Ann", Quality.HUMAN, clips=clips))
    page = review_lines(Words({"en": Book({}, {}, rows)}), "en", pack, address)
    (kind,) = page["kinds"]
    assert kind == [("day.over", "Day <b>& over.", "voices/en-ann.zip#day.over.opus"), ("vote.now", "Vote now.", "")]


@pytest.mark.skipif(not shutil.which("chromedriver"), reason="Chromium is not there")
def test_what_the_page_gives_the_program_counts(folder, tmp_path, capsys):
    with chromium(dark=False) as page:
        page.open(f"{(folder / 'review.html').as_uri()}?language=de")
        page.until("document.querySelectorAll('li').length === 30")
        assert page.ask("document.documentElement.lang + document.querySelectorAll('li b').length") == "de0"
        file = tmp_path / "given.json"
        file.write_text(page.ask(f"await {SAVED}"), "utf-8")
        page.open(f"{(folder / 'review.html').as_uri()}?language=de")
        assert page.ask("document.querySelector('textarea').value") == "Besser so.", "a page that was left is kept"
        for sure, left in (False, 2), (True, 0):
            page.run(f"window.confirm = () => {str(sure).lower()}; document.getElementById('again').click()")
            assert page.ask("document.querySelectorAll(':checked').length") == left
    assert main([str(file)]) == 0
    first, worst, _, better, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("Deutsch: 1 of 0.")
    assert worst.endswith(": 1 wrong, 0 stiff, 0 fine, 0 heard")
    assert better == "  1 x better: Besser so."


LINES = [
    {"id": "role.seer", "text": "Seherin", "verdict": "stiff", "heard": True, "better": "Die Seherin"},
    {"id": "role.robber", "text": "Räuberin\x1b[2J", "verdict": "fine", "heard": False},
    {"id": "gone", "text": "x", "verdict": "fine", "heard": False},
]
REVIEW = {"form": 1, "language": "de", "program": "0.1.0", "pack": "de-ann", "lines": LINES}

COUNTED = """Deutsch: 2 of 0.1.0 de-ann
role.seer: 1 wrong, 1 stiff, 0 fine, 2 heard
  Seherin
  2 x better: Die Seherin
gone: 0 wrong, 0 stiff, 1 fine, 0 heard
  x
  The line has changed since: it is no more
role.robber: 0 wrong, 0 stiff, 1 fine, 0 heard
  Räuberin [2J
  The line has changed since: Räuber
"""


@pytest.fixture
def reviewed(tmp_path, capsys):
    def counted(*given: object) -> tuple[int, str, str]:
        files = [tmp_path / f"{number}.json" for number, _ in enumerate(given)]
        for file, content in zip(files, given, strict=True):
            file.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        status = main([str(file) for file in files])
        said = capsys.readouterr()
        return status, said.out, said.err.replace(f"{tmp_path}/", "")

    return counted


def test_lines_are_counted_the_worst_first_and_a_changed_one_says_so(reviewed):
    wrong = {**REVIEW, "lines": [{**LINES[0], "verdict": "wrong"}]}
    assert reviewed(REVIEW, wrong) == (0, COUNTED, "")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        *((text, "0.json: is no file of review.html, or of a newer one; ask for what") for text in ("[]", "no", "{}")),
        ({**REVIEW, "lines": LINES[:1] * 2}, "0.json: lines: have one twice, which the page never saves; ask"),
        (" " * 262145, "0.json: is larger than 256 KiB; put the right file there."),
        ({**REVIEW, "language": "xx"}, '0.json: language: must be one of "de", "en", "es", "fa"'),
        ({**REVIEW, "lines": LINES * 11}, "0.json: lines: "),
        ({**REVIEW, "lines": [{**LINES[0], "verdict": "good"}]}, "0.json: lines[0].verdict: must be one of"),
        ({**REVIEW, "lines": [{**LINES[0], "better": "x" * 501}]}, "0.json: lines[0].better: must have at most 500"),
        (REVIEW, "1.json: is the same as a file before it, and counts once; leave it out."),
    ],
)
def test_a_file_that_does_not_count_is_one_sentence_and_the_others_count(reviewed, given, why):
    status, out, err = reviewed(given, REVIEW)
    assert (status, err.count("\n")) == (1, 1)
    assert err.startswith(why)
    assert out.startswith("Deutsch: 1 of 0.1.0 de-ann\nrole.seer: 0 wrong, 1 stiff")
