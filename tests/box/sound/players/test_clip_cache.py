"""Tests that clips are decoded ahead of time and cached."""

from pathlib import Path
from threading import Event, Lock, current_thread, get_ident
from types import SimpleNamespace

import pytest

from nightcrier.box.sound.players import clips as mixer_clips
from nightcrier.box.sound.players.clips import CLIPS_KEPT, CLIPS_NEEDED, SECONDS_KEPT, ClipCache, MixerClips


def short(_):
    return 0.1


def test_a_clip_is_decoded_once_and_beside_the_loop():
    decoded = []
    cache = ClipCache(lambda clip: iter([decoded.append((clip, get_ident())) or clip.name]), short)
    cache.load_ahead(Path("a"))
    assert cache.get(Path("a")) == cache.get(Path("a")) == "a"
    assert len(decoded) == 1
    assert decoded[0][1] != get_ident()


def test_what_goes_wrong_is_raised_where_the_clip_is_asked_for():
    def decode(clip):
        raise OSError(f"{clip} is broken")

    cache = ClipCache(decode, short)
    cache.load_ahead(Path("a"))
    with pytest.raises(OSError, match="a is broken"):
        cache.get(Path("a"))


def test_the_clips_used_last_are_kept():
    decoded = []
    cache = ClipCache(lambda clip: iter([decoded.append(clip.name) or clip.name]), short)
    for number in range(CLIPS_KEPT):
        cache.get(Path(f"{number}"))
    cache.get(Path("0"))
    cache.get(Path("new"))
    cache.get(Path("0"))
    cache.get(Path("1"))
    assert (decoded.count("0"), decoded.count("1")) == (1, 2)


def test_of_long_ones_only_those_that_are_needed_are_kept():
    decoded = []
    cache = ClipCache(
        lambda clip: iter([decoded.append(clip.name) or clip.name]), lambda _: SECONDS_KEPT / CLIPS_NEEDED
    )
    names = [f"{number}" for number in range(CLIPS_NEEDED + 2)]
    for name in (*names, *names[-CLIPS_NEEDED:]):
        cache.get(Path(name))
    assert decoded == names
    cache.get(Path("0"))
    assert decoded == [*names, "0"]


def test_a_clip_is_ready_once_it_can_begin():
    begin, go_on, ended = Event(), Event(), Event()
    pieces = (SimpleNamespace(stop=ended.set), "shorter")
    cache = ClipCache(lambda _: (each.wait(30) and it for each, it in zip((begin, go_on), pieces, strict=True)), short)
    clip = Path("a")
    assert (cache.is_ready(clip), cache.load_ahead(clip), cache.is_ready(clip)) == (False, None, False)
    begin.set()
    assert (cache.get(Path("a")), cache.is_ready(Path("a"))) == (pieces[0], True)
    go_on.set()
    assert (ended.wait(30), cache.get(clip)) == (True, "shorter"), "after its real length; heard again, it is this one"


@pytest.mark.parametrize("is_awaited", [True, False])
def test_the_rest_of_a_clip_for_which_somebody_waits_is_decoded_after_it_was_handed_out(is_awaited):
    begin, done, threads, clip = Event(), Event(), [], Path("a")

    def decode(_):
        yield begin.wait(30) and threads.append(current_thread())
        threads.append(current_thread())
        yield done.set()

    cache = ClipCache(decode, short)
    cache.load_ahead(clip)
    assert not is_awaited or not cache.is_ready(clip)
    begin.set()
    assert is_awaited or done.wait(30), "nobody waits: all of it is decoded ahead"
    cache.get(clip)
    assert done.wait(30)
    assert (threads[0] is not threads[-1]) == is_awaited, "another thread goes on"


class CrowdedSdl:
    """Simulates SDL and its lock. A decoding waits until a second thread comes, so that unlocked access is noticed."""

    def __init__(self):
        self.lock, self.two, self.came, self.inside, self.most = Lock(), Event(), [], 0, 0
        self.mixer, self.error = SimpleNamespace(Sound=self.decode), RuntimeError

    def __enter__(self):
        self.came.append(get_ident())
        if len(self.came) == 2:
            self.two.set()
        self.lock.acquire()

    def __exit__(self, *_):
        self.lock.release()

    def decode(self, file):
        self.inside += 1
        self.most = max(self.most, self.inside)
        if self.inside == 2:
            self.two.set()
        assert self.two.wait(30)
        self.inside -= 1
        return SimpleNamespace(get_length=lambda: 0.1)


def test_sdl_never_decodes_two_files_at_once(monkeypatch, tmp_path):
    sdl = CrowdedSdl()
    monkeypatch.setattr(mixer_clips, "_SDL_DECODES", sdl)
    clips = MixerClips(sdl, SimpleNamespace(decode_ahead=lambda *_: iter(())), lambda *_, **__: None)
    clips.load_ahead(tmp_path / "a.wav")
    clips.get(tmp_path / "b.wav")
    clips.get(tmp_path / "a.wav")
    assert (len(sdl.came), sdl.most) == (2, 1)
