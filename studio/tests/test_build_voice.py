"""Tests that a machine's voice becomes one file: built, continued after a stop, and built again if it is damaged."""

from threading import Event, Thread

import pytest
from msgspec.structs import replace

from nightcrier.box.sound.containers import container_index, read_stored
from nightcrier.box.sound.voices.packs import read_pack, read_shelf, text_hash
from nightcrier.kernel.errors import WrongUse
from nightcrier.kernel.ids import LineId
from nightcrier.takes import pack_folder
from nightcrier.takes.sound_faults import pack_faults
from nightcrier_studio import delivery, pack_build
from nightcrier_studio.delivery import kinds_of_line
from nightcrier_studio.pack_build import BUILDING, SpokenClip, build_voice
from studio.tests.canned import CLIP, EN, VOICE, clip_of, crew, silently


@pytest.fixture
def container(tmp_path):
    return tmp_path / "en-male.zip"


@pytest.fixture
def asked():
    return []


@pytest.fixture
def build(container, lines, asked):
    def build(script=lines, **more):
        def counted(voice, tasks):
            asked.append([task.line for task in tasks])
            return crew(voice, tasks)

        return build_voice(container, VOICE, script, counted, silently, **more)

    return build


def test_a_built_voice_is_one_file_with_the_list_first_and_its_clips_in_the_order_of_the_words(
    tmp_path, container, build, lines
):
    assert build() == []
    assert list(container_index(container)) == ["pack.toml", *(clip_of(line, spoken) for line, spoken in lines.items())]
    assert [file.name for file in tmp_path.iterdir()] == ["en-male.zip"]
    (shelved,) = read_shelf(tmp_path, EN, pytest.fail)
    assert list(pack_faults(shelved, lines, None)) == []


def test_the_same_voice_is_the_same_bytes(container, build, lines):
    build()
    before = container.read_bytes()
    build()
    assert container.read_bytes() == before
    container.unlink()
    build()
    assert container.read_bytes() == before


def test_only_what_has_changed_is_spoken_again(build, lines, asked):
    build()
    build({**lines, LineId("paused"): "Wait."})
    build({**lines, LineId("paused"): "Wait."}, again=[LineId("screen.on")])
    assert asked[1:] == [["paused"], ["screen.on"]]


def test_a_damaged_clip_is_spoken_again_and_a_damaged_container_whole(container, build, lines, asked):
    build()
    whole = container.read_bytes()
    damaged = bytearray(whole)
    damaged[whole.index(b"OpusHead") + 9] ^= 1
    container.write_bytes(damaged)
    build()
    container.write_bytes(whole[:-1])
    build()
    assert [len(each) for each in asked] == [len(lines), 1, len(lines)]
    assert container.read_bytes() == whole


def test_a_build_that_is_stopped_leaves_the_voice_and_goes_on(tmp_path, container, build, lines, asked):
    build()
    before = container.read_bytes()

    def stopped(_voice, tasks):
        yield SpokenClip(tasks[0], CLIP)
        raise KeyboardInterrupt

    new = {line: f"{text}!" for line, text in lines.items()}
    with pytest.raises(KeyboardInterrupt):
        build_voice(container, VOICE, new, stopped, silently)
    assert container.read_bytes() == before
    assert [each.id for each in read_shelf(tmp_path, EN, pytest.fail)] == ["en-male"]
    build(new)
    assert asked[-1] == list(new)[1:]
    assert not (tmp_path / BUILDING).exists()


def test_a_line_that_could_not_be_spoken_is_not_listed(container, lines):
    def clumsy(voice, tasks):
        return [SpokenClip(tasks[0], fault="no voice"), *crew(voice, tasks[1:])]

    assert build_voice(container, VOICE, lines, clumsy, silently) == ["en-male: one-night.open: no voice"]
    assert list(read_pack(container, pytest.fail).clips) == list(lines)[1:]
    assert read_stored(container, read_pack(container, pytest.fail).clips[LineId("paused")].file) == CLIP


def test_one_line_can_be_spoken_and_no_other_whatever_has_changed(container, build, lines, asked):
    build()
    build({line: f"{text}!" for line, text in lines.items()}, only=[LineId("paused")])
    assert asked[1:] == [["paused"]]
    assert len(read_pack(container, pytest.fail).clips) == len(lines)


def test_a_line_whose_manner_has_changed_is_spoken_again_and_its_old_clip_is_gone(
    monkeypatch, container, build, lines, asked
):
    build()
    before = kinds_of_line()
    changed = {**before, "order": replace(before["order"], pace=1.3)}
    monkeypatch.setattr(delivery, "kinds_of_line", lambda: changed)
    build()
    assert asked[1:] == [["paused"]]
    assert len(container_index(container)) == 1 + len(lines)


def test_a_folder_that_a_stopped_build_left_half_filled_takes_no_line_from_the_voice(tmp_path, container, build, lines):
    build()
    folder = tmp_path / BUILDING / "en-male"
    folder.mkdir(parents=True)
    (folder / clip_of("paused", lines[LineId("paused")])).write_bytes(CLIP)
    build(only=[LineId("paused")])
    assert len(read_pack(container, pytest.fail).clips) == len(lines)


def test_one_line_alone_is_not_spoken_into_a_damaged_voice(tmp_path, container, build, asked):
    build()
    container.write_bytes(container.read_bytes()[:-1])
    damaged = container.read_bytes()
    with pytest.raises(WrongUse, match="is damaged, and --only would leave its other lines out; take it back with"):
        build(only=[LineId("paused")])
    assert container.read_bytes() == damaged
    assert len(asked) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["en-male.zip"]


def test_a_build_that_is_stopped_while_it_clears_up_takes_no_line_from_the_voice(monkeypatch, container, build, lines):
    build()

    def stopped(folder, **_more):
        for clip in folder.glob("*.opus"):
            clip.unlink()
            raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(pack_build.shutil, "rmtree", stopped)
        with pytest.raises(KeyboardInterrupt):
            build(again=[LineId("paused")])
    build(only=[LineId("paused")])
    assert len(read_pack(container, pytest.fail).clips) == len(lines)


def test_of_two_builds_of_one_voice_the_second_waits_and_builds_on_the_first(monkeypatch, container, build, lines):
    build()
    waits = Event()
    monkeypatch.setattr(pack_folder, "print", lambda *_words, **_how: waits.set(), raising=False)
    later = {"script": {**lines, LineId("screen.on"): "Lit."}, "only": [LineId("screen.on")]}
    second = Thread(target=build, kwargs=later)

    def crew_beside_another(voice, tasks):
        second.start()
        assert waits.wait(20)
        return crew(voice, tasks)

    changed = {**lines, LineId("paused"): "Wait."}
    build_voice(container, VOICE, changed, crew_beside_another, silently, only=[LineId("paused")])
    second.join(20)
    clips = read_pack(container, pytest.fail).clips
    assert [clips[LineId(line)].hash for line in ("paused", "screen.on")] == [text_hash("Wait."), text_hash("Lit.")]
    assert len(clips) == len(lines)
    assert not (container.parent / BUILDING).exists()
