"""Tests a voice in one file: what is found in it, and that damage affects only the damaged part."""

import os
import struct
import zipfile
from contextlib import suppress
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightcrier.box.sound.containers import DamagedContainer, container_index, read_stored, sound_content
from nightcrier.box.sound.voices.packs import read_shelf
from nightcrier.kernel.ids import Language

LIST = b"""language = "en"\nname = "Ann"\nlicence = "CC0"\ncredit = "Ann"\nquality = "good"\nengine = "x"\n[clips]
"a" = { file = "a.opus", seconds = 1.0 }\n"b.a" = { file = "b.a.opus", seconds = 2.0 }\n"""
FILES = {"pack.toml": LIST, "b.a.opus": b"second " * 9, "a.opus": b"first"}
DATE = (1980, 1, 1, 0, 0, 0)


def packed(files=FILES, way=zipfile.ZIP_STORED):
    content = BytesIO()
    with zipfile.ZipFile(content, "w", way) as archive:
        for name, held in files.items():
            archive.writestr(zipfile.ZipInfo(name, DATE), held, way)
    return content.getvalue()


WHOLE = packed()
INDEX_AT = WHOLE.index(b"PK\1\2")


@pytest.fixture
def voice(tmp_path):
    def write(content=WHOLE):
        (tmp_path / "en-ann.zip").write_bytes(content)
        return tmp_path / "en-ann.zip"

    return write


def test_each_file_is_found_by_its_name_alone(voice):
    assert list(container_index(voice())) == list(FILES)
    assert {name: read_stored(voice(), name) for name in FILES} == FILES
    assert sound_content(voice() / "a.opus") == b"first"


def test_a_name_that_ends_as_another_is_not_taken_for_it(voice):
    with pytest.raises(DamagedContainer, match=r"has no \.a\.opus in it"):
        read_stored(voice(), ".a.opus")


def test_what_another_program_has_packed_is_read_too(tmp_path):
    """The container has times and owners beside its names, and entries for folders, as other programs write them."""
    info = zipfile.ZipInfo("a.opus", DATE)
    info.extra = struct.pack("<HHBI", 0x5455, 5, 1, 0)
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr(zipfile.ZipInfo("folder/", DATE), b"")
        archive.writestr(info, b"first")
    assert read_stored(tmp_path / "x.zip", "a.opus") == b"first"


def spoilt(at, kind, *values):
    content = bytearray(WHOLE)
    struct.pack_into(kind, content, at, *values)
    return bytes(content)


SECOND = WHOLE.index(b"PK\1\2", INDEX_AT + 4)
END = WHOLE.rindex(b"PK\5\6")
BROKEN = {
    "nothing": (b"", "no container"),
    "cut short": (WHOLE[:-1], "cut short"),
    "half of it": (WHOLE[: len(WHOLE) // 2], "cut short"),
    "other bytes": (b"x" * 500, "no container"),
    "an end alone": (WHOLE[END:], "damaged index"),
    "an index beyond the end": (spoilt(END + 16, "<I", 4_000_000_000), "damaged index"),
    "an enormous index": (spoilt(END + 12, "<I", 4_000_000_000), "damaged index"),
    "no entry where one should be": (spoilt(SECOND, "<I", 0), "damaged index"),
    "a name without end": (spoilt(INDEX_AT + 28, "<H", 65535), "damaged index"),
    "a file beyond the end": (spoilt(SECOND + 42, "<I", 4_000_000_000), "damaged index"),
    "files over each other": (spoilt(SECOND + 42, "<I", 20), "over each other"),
    "no list in it": (WHOLE.replace(b"pack.toml", b"pack.opus"), "no pack.toml"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_damaged_container_is_one_sentence_and_the_other_voices_stay(voice, tmp_path, case):
    content, expected = BROKEN[case]
    (tmp_path / "en-bob.zip").write_bytes(WHOLE)
    told = []
    voice(content)
    assert [each.id for each in read_shelf(tmp_path, Language("en"), told.append)] == ["en-bob"]
    (sentence,) = told
    assert sentence.startswith(str(tmp_path / "en-ann.zip"))
    assert expected in sentence
    assert sentence.endswith("put the right file there.")


def test_two_files_of_one_name_are_refused(voice):
    content = packed({"a.opus": b"first", "b.opus": b"second"}).replace(b"b.opus", b"a.opus")
    with pytest.raises(DamagedContainer, match="two files of one name"):
        container_index(voice(content))


def test_a_bomb_is_not_unpacked(voice):
    """A compressed clip is left out, and is never unpacked."""
    bomb = voice(packed({"a.opus": bytes(40_000_000), "b.opus": b"x"}, zipfile.ZIP_DEFLATED))
    assert container_index(bomb) == {}
    with pytest.raises(DamagedContainer, match="packed in a way that is not played"):
        read_stored(bomb, "a.opus")


def test_a_file_that_claims_more_than_any_clip_has_is_left_out(voice):
    claimed = bytearray(WHOLE)
    struct.pack_into("<II", claimed, WHOLE.rindex(b"PK\1\2") + 20, 3_000_000_000, 3_000_000_000)
    with pytest.raises(DamagedContainer):
        container_index(voice(bytes(claimed)))


def test_a_clip_that_is_listed_and_not_there_is_one_sentence_and_the_others_stay(voice, tmp_path):
    told = []
    voice(packed({name: held for name, held in FILES.items() if name != "a.opus"}))
    (shelved,) = read_shelf(tmp_path, Language("en"), told.append)
    assert list(shelved.pack.clips) == ["b.a"]
    assert "en-ann.zip/pack.toml: clips.a.file: " in told[0]


@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero"), os.mkdir])
def test_what_is_no_file_is_not_waited_for(tmp_path, make):
    make(tmp_path / "en-ann.zip")
    assert read_shelf(tmp_path, Language("en"), lambda _: None) == []
    with pytest.raises(OSError, match=r"."):
        read_stored(tmp_path / "en-ann.zip", "a.opus")


def test_one_that_is_cut_short_while_it_is_used_costs_its_clips_and_not_the_program(voice, tmp_path):
    (shelved,) = read_shelf(tmp_path, Language("en"), pytest.fail) if voice() else ()
    clip = shelved.file_of(shelved.pack.clips["a"])
    assert sound_content(clip) == b"first"
    os.truncate(tmp_path / "en-ann.zip", 10)
    with pytest.raises(DamagedContainer, match="cut short"):
        sound_content(clip)


@given(st.data())
def test_whatever_is_flipped_or_cut_a_clip_is_whole_or_refused(tmp_path_factory, data):
    root, content = tmp_path_factory.mktemp("voices"), bytearray(WHOLE)
    for _ in range(data.draw(st.integers(0, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
    kept = data.draw(st.integers(0, len(content)) | st.just(len(content)))
    (root / "en-ann.zip").write_bytes(content[:kept])
    told = []
    for shelved in read_shelf(root, Language("en"), told.append):
        for clip in shelved.pack.clips.values():
            try:
                assert sound_content(shelved.file_of(clip)) == FILES[clip.file]
            except OSError as refused:
                told.append(str(refused))
    assert all("\n" not in sentence for sentence in told)


@given(st.binary(max_size=400))
def test_no_bytes_at_all_raise_anything_but_a_refusal(tmp_path_factory, content):
    file = tmp_path_factory.mktemp("voices") / "en-ann.zip"
    file.write_bytes(content + WHOLE[-60:])
    for read in (container_index, lambda path: read_stored(path, "a.opus")):
        with suppress(DamagedContainer):
            read(file)
