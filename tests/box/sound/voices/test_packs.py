"""Tests voice packs on disk: what is read from them, what is remembered, and what is reported as wrong."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.sound.containers import sound_content
from nightcrier.box.sound.voices.packs import Clip, Pack, Quality, read_pack, read_shelf, text_hash
from nightcrier.kernel.errors import BadFile
from nightcrier.kernel.folders import share
from nightcrier.kernel.reading import LARGEST_TOML_LIST, parse_tables
from nightcrier.takes.pack_folder import list_text


def read(workshop, language="en", kept=None):
    return read_shelf(workshop.folder / "voices", language, workshop.reports.append, kept)


def test_a_pack_is_read_with_its_clips(workshop):
    workshop.pack("en-bdl", {"day.start": 1.5}, engine="RHVoice", quality="ok")
    (shelved,) = read(workshop)
    assert shelved.id == "en-bdl"
    assert shelved.pack.quality is Quality.OK
    assert shelved.pack.clips == {"day.start": Clip("day.start.opus", 1.5, "0" * 12)}
    assert workshop.reports == []


def test_a_pack_in_one_file_is_the_same_pack(workshop):
    folder = workshop.pack("en-bdl", {"day.start": 1.5, "day.end": 1.0})
    (before,) = read(workshop)
    container = workshop.contain(folder)
    (shelved,) = read(workshop)
    assert (shelved.id, shelved.pack) == ("en-bdl", before.pack)
    clip = shelved.pack.clips["day.start"]
    assert shelved.file_of(clip) == container / "day.start.opus"
    assert sound_content(shelved.file_of(clip)) == b"x"
    assert workshop.reports == []


@pytest.mark.parametrize(
    "name", ["{}/outside.opus", "../outside.opus", "..\\\\outside.opus", "deep/a.opus", "a\\u0000", ""]
)
@pytest.mark.parametrize("contained", [True, False])
def test_no_clip_leads_out_of_its_pack(workshop, name, contained):
    """Names that lead out of a pack are refused even if its container has a file of exactly that name."""
    folder = workshop.pack("en-bdl", {"day.start": 1.5, "day.end": 1.0})
    (workshop.folder / "voices/outside.opus").write_bytes(b"secret")
    listed = (folder / "pack.toml").read_text().replace("day.end.opus", name.format(folder.parent))
    (folder / "pack.toml").write_text(listed)
    if contained:
        workshop.contain(folder)
    (shelved,) = read(workshop)
    assert list(shelved.pack.clips) == ["day.start"]
    (told,) = workshop.reports
    assert "clips.day.end.file: is written in a way that is not allowed there" in told


def test_a_container_that_has_changed_is_read_anew(workshop):
    kept = workshop.folder / "kept"
    workshop.contain(workshop.pack("en-a", {"one": 1.0}))
    assert list(read(workshop, kept=kept)[0].pack.clips) == ["one"]
    workshop.contain(workshop.pack("en-a", {"one": 1.0, "two": 1.0}))
    assert list(read(workshop, kept=kept)[0].pack.clips) == ["one", "two"]


def test_a_container_of_another_language_than_its_name_says_is_refused(workshop):
    workshop.contain(workshop.pack("en-a", {}, language="it"))
    assert read(workshop) == []
    assert "pack.toml: language: the container's name says en, this says it" in workshop.reports[0]


def test_only_packs_of_the_language_are_read(workshop):
    workshop.pack("en", {})
    workshop.pack("en-slt", {}, language="en")
    workshop.pack("enx-other", {}, language="enx")
    (workshop.folder / "voices/it-broken").mkdir()
    assert [shelved.id for shelved in read(workshop)] == ["en", "en-slt"]
    assert workshop.reports == []


def test_of_more_voices_than_a_box_has_room_for_the_first_are_read(workshop):
    """Sixty lists of clips, in a saved box of 1.4 MB, once took 4.7 s and 70 MiB before the box was ready."""
    for number in range(7):
        folder = workshop.pack(f"en-{number}", {})
        clips = "".join(f'\n{clip} = {{ file = "a.opus", seconds = 1 }}' for clip in range(5000))
        (folder / "pack.toml").write_text(f"{(folder / 'pack.toml').read_text()}{clips}")
    assert [shelved.id for shelved in read(workshop)] == [f"en-{number}" for number in range(6)]
    assert "en-6: and all after it are too many voices" in workshop.reports[0]


def test_wrong_voices_fill_the_room_as_the_largest_do(workshop):
    for number in range(9):
        workshop.pack(f"en-{number}", {}, language="it")
    assert read(workshop) == []
    assert len(workshop.reports) == 7


def test_a_language_with_a_script_has_its_own_packs(workshop):
    workshop.pack("zh-Hant-home", {}, language="zh-Hant")
    assert [shelved.id for shelved in read(workshop, "zh-Hant")] == ["zh-Hant-home"]


def test_without_a_folder_there_are_no_packs(workshop):
    assert read(workshop) == []


def test_the_hash_of_a_text_is_short_and_its_own():
    assert text_hash("abc") == "ba7816bf8f01"  # the start of SHA-256's best known example (FIPS 180-2, B.1)
    assert text_hash("a") != text_hash("b")


BROKEN = {
    "no file": (None, "cannot be read"),
    "not TOML": (b"language = ", "not TOML"),
    "not text": (b"\xff\xfe\x00", "not UTF-8"),
    "enormous": (b"#" * (LARGEST_TOML_LIST + 1), "is larger than"),
    "nested": (b"a = " + b"[" * 4000, "not TOML"),
    "empty": (b"", "language"),
    "wrong type": (b'language = 3\nname = "x"', "pack.toml: language: must be a text in quotes"),
    "wrong quality": (b'language="en"\nname="x"\nlicence="x"\ncredit="x"\nquality="superb"', "pack.toml: quality:"),
    "unknown key": (b'language="en"\nname="x"\nlicence="x"\ncredit="x"\nquality="ok"\nvoice="y"', "voice"),
    "other language": (
        b'language="it"\nname="x"\nlicence="x"\ncredit="x"\nquality="ok"',
        "the folder's name",
    ),
    "clips no table": (
        b'language="en"\nname="x"\nlicence="x"\ncredit="x"\nquality="ok"\nclips=3',
        "clips: must be a table",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_pack_is_one_sentence_and_the_others_work(workshop, case):
    content, expected = BROKEN[case]
    workshop.pack("en-good", {"a": 1.0})
    folder = workshop.folder / "voices/en-broken"
    folder.mkdir()
    if content is not None:
        (folder / "pack.toml").write_bytes(content)
    assert [shelved.id for shelved in read(workshop)] == ["en-good"]
    (sentence,) = workshop.reports
    assert str(folder / "pack.toml") in sentence
    assert expected in sentence
    assert "\n" not in sentence


@pytest.mark.parametrize("seconds", ["0", "-1", "61", "nan", "inf", '"1"'])
def test_a_broken_clip_is_one_sentence_and_the_others_stay(workshop, seconds):
    folder = workshop.pack("en-a", {"good": 1.0})
    with (folder / "pack.toml").open("a") as pack:
        pack.write(f'\n"bad.line" = {{ file = "x.opus", seconds = {seconds} }}')
    (shelved,) = read(workshop)
    assert list(shelved.pack.clips) == ["good"]
    (sentence,) = workshop.reports
    assert "pack.toml: clips.bad.line.seconds: " in sentence


def test_what_was_read_is_kept_and_used_until_the_file_changes(workshop):
    kept, folder = workshop.folder / "kept", workshop.pack("en-a", {"one": 1.0})
    read(workshop, kept=kept)
    (copy,) = kept.iterdir()
    origin, _, known = copy.read_bytes().partition(b"\n")
    renamed = msgspec.json.decode(known) | {"name": "from the copy"}
    copy.write_bytes(origin + b"\n" + msgspec.json.encode(renamed))
    assert read(workshop, kept=kept)[0].pack.name == "from the copy"
    (folder / "pack.toml").write_text((folder / "pack.toml").read_text() + "\n# corrected")
    assert read(workshop, kept=kept)[0].pack.name == "en-a"


def test_a_pack_with_faults_is_not_kept_so_they_are_told_every_time(workshop):
    kept, folder = workshop.folder / "kept", workshop.pack("en-a", {})
    with (folder / "pack.toml").open("a") as pack:
        pack.write('\n"bad" = 3')
    read(workshop, kept=kept)
    read(workshop, kept=kept)
    assert len(workshop.reports) == 2


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff"])
def test_a_broken_copy_does_no_harm(workshop, content):
    kept = workshop.folder / "kept"
    workshop.pack("en-a", {"one": 1.0})
    read(workshop, kept=kept)
    (copy,) = kept.iterdir()
    copy.write_bytes(content)
    assert list(read(workshop, kept=kept)[0].pack.clips) == ["one"]


def test_where_no_copy_can_be_kept_packs_are_read_all_the_same(workshop):
    blocked = workshop.folder / "kept"
    blocked.write_text("a file where a folder is wanted")
    workshop.pack("en-a", {"one": 1.0})
    assert list(read(workshop, kept=blocked)[0].pack.clips) == ["one"]


def test_a_pack_that_is_gone_is_not_read_from_its_copy(workshop):
    kept, folder = workshop.folder / "kept", workshop.pack("en-a", {"one": 1.0})
    read(workshop, kept=kept)
    (folder / "pack.toml").unlink()
    assert read(workshop, kept=kept) == []
    assert "cannot be read" in workshop.reports[0]


@given(st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_bytes_at_all_raise_anything_but_a_bad_file(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("pack")
    (folder / "pack.toml").write_bytes(content)
    with pytest.raises(BadFile):
        read_pack(folder, lambda _: None)


@pytest.mark.parametrize("place", sorted(share("assets").glob("audio/voices/*.zip")), ids=lambda place: place.stem)
def test_no_voice_of_the_box_waits_for_the_reader_of_toml(place, monkeypatch):
    """Reading TOML once took 100 ms in one turn of the loop when a second voice or language was chosen."""
    monkeypatch.setattr("tomllib.loads", None)
    assert len(read_pack(place, pytest.fail).clips) > 1000


CLIPS = {"day.start": Clip("day.start.opus", 1.5, "0" * 12), "day.end": Clip("夜.opus", 12.0, "1" * 12, "Ben")}
LIST = list_text(Pack("en", "Ada = x", "own", "Ada", Quality.GOOD, person="Ada", clips=CLIPS)).encode()


@given(st.integers(0, len(LIST)), st.integers(0, 3), st.binary(max_size=2) | st.sampled_from(LIST.splitlines(True)))
def test_a_list_that_is_read_as_json_is_what_toml_says(tmp_path_factory, at, gone, put):
    content = LIST[:at] + put + LIST[at + gone :]
    folder = tmp_path_factory.mktemp("en-ada")
    (folder / "pack.toml").write_bytes(content)
    reports = []
    try:
        read = read_pack(folder, reports.append)
    except BadFile:
        return
    plain = parse_tables(content, "pack.toml")
    clips = {
        line: clip for line, clip in plain.pop("clips", {}).items() if not any(f".{line}" in each for each in reports)
    }
    assert {line: msgspec.to_builtins(clip) for line, clip in read.clips.items()} == {
        line: {"hash": "", "nod": ""} | clip for line, clip in clips.items()
    }
    assert {key: getattr(read, key) for key in plain} == plain | {"quality": read.quality}
