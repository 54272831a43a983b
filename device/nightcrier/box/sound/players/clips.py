"""Prepares sound files for the mixer: every file is checked, decoded in a thread, and kept in memory.

SDL recognizes formats by their first bytes, even if the name of the file says another format. SDL's FLAC decoder
crashes the whole program on a damaged file. Other decoders are for music that no box plays. So a file is checked before
SDL reads it. Only formats that survived tests with random data are accepted: WAV, MP3, and Ogg with Vorbis or Opus.

Decoding takes 10 ms on a laptop and 100 on a small Pi. So clips are decoded early, in a thread beside the loop. The C
code releases Python's lock while it decodes.

Opus is decoded without SDL, by the library that comes with SDL. SDL keeps its sound lock while it decodes a clip
(`Mix_LoadMusic_RW` in SDL_mixer 2), so every other sound waits. The bed would have gaps, because a laptop needs 20 ms
for a long line, and a small Pi far more. Our own decoding holds no lock."""

import io
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread, Timer
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar, cast

from nightcrier.box.sound.containers import is_container, sound_content
from nightcrier.box.sound.ogg import is_opus
from nightcrier.box.sound.players.open_device import MAPPED, Pygame, mapped_library
from nightcrier.box.sound.port import SAMPLE_RATE, BadClip
from nightcrier.kernel.ids import Seconds

if TYPE_CHECKING:
    from concurrent.futures import Future

LONGEST_CLIP: Seconds = 90.0
"""The longest clip that is played. A clip is decoded as a whole, and takes 11 MiB for each minute. Beds may be longer,
because they are streamed."""

_BYTES_A_SECOND = 192_000
"""The bytes of one second of a WAV at the sample rate of the box. No other format needs more."""

_FRAME = 4  # bytes of one sample, left and right, 16 bits each; SDL drops a sound with fewer bytes

_MOST_CHUNKS = 64
"""The most chunks of a WAV that are searched for the sound. Only a few chunks, such as a title, come before it."""

_OGG, _ID3 = b"OggS", b"ID3"
_CODECS = (b"\x01vorbis", b"OpusHead")
_GRANULES_A_SECOND = 48_000
_TAIL = 65_536  # bytes at the end of an Ogg file in which its last page starts; no page is longer


def check_sound_file(file: Path, *, streamed: bool) -> None:
    """Raise `BadClip` for a file that SDL must not read or cannot keep in memory. Raise `OSError` for an unreadable
    file. A voice may come from a stranger, so its clips must be Opus: a Vorbis file of 100 kB can lie about its length,
    an MP3 of 3 MB lasts an hour, and SDL would decode all of it into memory."""
    in_container = is_container(file.parent)
    is_of_voice = in_container or (file.suffix == ".opus" and not streamed)
    if in_container:
        content = sound_content(file)
        good = _is_good(io.BytesIO(content), len(content), streamed=streamed, only_opus=is_of_voice)
    else:
        about = file.stat()
        if not stat.S_ISREG(about.st_mode):  # a pipe would never end
            raise BadClip(file)
        with file.open("rb") as sound:
            good = _is_good(sound, about.st_size, streamed=streamed, only_opus=is_of_voice)
    if not good:
        raise BadClip(file)


def _is_good(sound: BinaryIO, size: int, *, streamed: bool, only_opus: bool) -> bool:
    """Say whether the sound has a known format and fits into memory."""
    head = sound.read(36)
    known = (_is_wave(head) and _has_sound(sound, size, streamed=streamed)) or _is_mp3(head) or _is_ogg(head)
    fits = streamed or (size <= LONGEST_CLIP * _BYTES_A_SECOND and _ogg_seconds(sound, size) <= LONGEST_CLIP)
    return fits and (is_opus(head) if only_opus else known)


def _is_wave(head: bytes) -> bool:
    return head[:4] == b"RIFF" and head[8:12] == b"WAVE"


def _has_sound(sound: BinaryIO, size: int, *, streamed: bool) -> bool:
    """Say whether a WAV has at least one sample. For a stream, the WAV must have all the samples that its header
    claims, because otherwise SDL would end the loop."""
    at = 12
    for _ in range(_MOST_CHUNKS):
        sound.seek(at)
        name, claimed = sound.read(4), int.from_bytes(sound.read(4), "little")
        at += 8
        if name == b"data" or at >= size:
            there = min(claimed, size - at)
            return there >= _FRAME and (there == claimed or not streamed)
        at += claimed + claimed % 2
    return False


def _is_mp3(head: bytes) -> bool:
    """Say whether these bytes begin an MP3 file: with eleven set bits, or with a title before the first frame."""
    return head[:3] == _ID3 or (len(head) > 1 and head[0] == 0xFF and head[1] & 0xE0 == 0xE0)


def _is_ogg(head: bytes) -> bool:
    return head[:4] == _OGG and head[28:].startswith(_CODECS)


def _ogg_seconds(sound: BinaryIO, size: int) -> Seconds:
    """Return the length of an Ogg file, by the position in its last page, or 0 for other formats."""
    sound.seek(0)
    if sound.read(4) != _OGG:
        return 0.0
    sound.seek(max(0, size - _TAIL))
    tail = sound.read()
    at = tail.rfind(_OGG)
    return max(0, int.from_bytes(tail[at + 6 : at + 14], "little", signed=True)) / _GRANULES_A_SECOND


OPUS_LIBRARY = "libopusfile"
_SYSTEMS = "libopusfile.so.0"
_HOLE = -3  # what the library answers at a gap in the file, after which more samples can be read
_BEGINNING: Seconds = 0.25
"""The seconds decoded before a clip may begin. On a small Pi, decoding the rest takes a tenth of its length."""
_Samples = TypeVar("_Samples")


class OpusDecoder:
    """Decodes Opus with the library that comes with SDL, or else with the system's library. SDL must be loaded before
    this object is created."""

    def __init__(self, maps: Path = MAPPED, systems: str = _SYSTEMS) -> None:
        self._library = _load_library(maps, systems)

    def decode(self, clip: Path) -> bytearray | None:
        """Return the whole clip, in stereo at the sample rate of the box. Return None if the file is not Opus or is
        broken, or if there is no library. Raises `BadClip` if the Opus file is too long, because SDL must not decode it
        either."""
        return next(reversed([*self.decode_ahead(clip, bytearray)]), None)

    def decode_ahead(self, clip: Path, make: Callable[[bytes], _Samples]) -> Iterator[_Samples]:
        """Yield a clip in the form that `decode` returns, once when it can begin, and again when it is whole. `make`
        turns silent bytes into the memory for the decoded clip. Yield nothing if `decode` would return None."""
        try:
            content = sound_content(clip)
        except OSError:
            return
        opened = self._library.op_open_memory(content, len(content), None) if self._library else None
        if not opened:
            return
        try:
            yield from self._read(opened, clip, make)
        finally:
            self._library.op_free(opened)

    def _read(self, opened: int, clip: Path, make: Callable[[bytes], _Samples]) -> Iterator[_Samples]:
        """Yield the memory with the samples of an opened file. If the file has fewer samples than its header claims,
        the last memory yielded is shorter."""
        import ctypes

        length = self._library.op_pcm_total(opened, -1)
        if not 0 < length <= LONGEST_CLIP * SAMPLE_RATE:
            raise BadClip(clip)
        sound, at, begun = make(bytes(length * _FRAME)), 0, False
        while at < length:
            rest = (ctypes.c_char * ((length - at) * _FRAME)).from_buffer(sound, at * _FRAME)
            got = self._library.op_read_stereo(opened, rest, (length - at) * 2)
            if got <= 0 and got != _HOLE:
                break
            at += max(0, got)
            if at >= _BEGINNING * SAMPLE_RATE and not begun:
                begun = True
                yield sound
        yield sound if at == length else make(bytes(memoryview(cast("Any", sound)).cast("B")[: at * _FRAME]))


def _load_library(maps: Path, systems: str) -> Any:
    import ctypes

    library = mapped_library(OPUS_LIBRARY, systems, maps)
    if library is None:
        return None
    library.op_open_memory.restype = ctypes.c_void_p
    library.op_open_memory.argtypes = (ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)
    library.op_pcm_total.restype = ctypes.c_int64
    library.op_pcm_total.argtypes = (ctypes.c_void_p, ctypes.c_int)
    library.op_read_stereo.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int)
    library.op_free.argtypes = (ctypes.c_void_p,)
    return library


CLIPS_KEPT, CLIPS_NEEDED = 8, 4
"""The most clips that are kept: the playing one, the next ones in two languages, and signals; and the fewest: the same
with only one signal."""
SECONDS_KEPT = 16.0
"""The total length of clips that are kept. If they are longer, only the needed clips stay, because a decoded second
takes 190 kB."""

CUES = 3
"""The number of attempts to stop a stream before the device plays any of it. The device fetches sound every 10 to 20
ms, and the stop follows at once unless the processor is busy."""


class ClipCache:
    """Keeps the clips that were used last, and those requested in advance. `length` returns the seconds of a decoded
    clip."""

    def __init__(self, decode: Callable[[Path], Iterator[Any]], length: Callable[[Any], float]) -> None:
        """Prepare an empty cache. `decode` may yield a clip once it can begin; its last result is kept."""
        self._decode, self._length = decode, length
        self._clips: dict[Path, Future[list[Any]]] = {}  # in the order of their last use
        self._awaited: set[Path] = set()  # before their rest is decoded, they are heard

    def load_ahead(self, clip: Path) -> None:
        """Start to decode the clip without waiting for the result."""
        self._clips[clip] = self._clips.pop(clip) if clip in self._clips else self._decode_beside(clip)
        while len(self._clips) > (CLIPS_KEPT if self._seconds() <= SECONDS_KEPT else CLIPS_NEEDED):
            del self._clips[next(iter(self._clips))]

    def is_ready(self, clip: Path) -> bool:
        """Say whether `get` returns the clip without waiting. If not, note that somebody is waiting for it."""
        ready = clip in self._clips and self._clips[clip].done()
        self._awaited |= set() if ready else {clip}
        return ready

    def get(self, clip: Path) -> Any:
        """Return the decoded clip. If it is still being decoded, wait for it. Raises any error of the decoding."""
        self.load_ahead(clip)
        found = self._clips[clip].result()
        if clip in self._awaited:
            self._awaited.remove(clip)
            Thread(target=self._go_on, args=(found,), daemon=True).start()
        return found[0]

    def _decode_beside(self, clip: Path) -> "Future[list[Any]]":
        """Start to decode in the background, and return the future of a list: the clip as far as it is decoded, then
        its rest."""
        from concurrent.futures import Future

        decoding: Future[list[Any]] = Future()

        def run() -> None:
            try:
                pieces = self._decode(clip)
                found, is_awaited = [next(pieces), pieces], clip in self._awaited
                decoding.set_result(found)
                if not is_awaited:
                    self._go_on(found)
            except Exception as error:  # noqa: BLE001 - a thread has nobody above it; `get` raises it where it is heard
                decoding.set_exception(error)

        Thread(target=run, daemon=True).start()
        return decoding

    def _go_on(self, found: list[Any]) -> None:
        begun, rest = found
        with suppress(Exception):  # what was decoded is heard, and a second reader refused
            for found[0] in rest:
                if found[0] is not begun:  # a damaged one is shorter than it claims, and silence would follow
                    (ends := Timer(self._length(found[0]), begun.stop)).daemon = True
                    ends.start()

    def _seconds(self) -> float:
        decoded = (each for each in self._clips.values() if each.done() and not each.exception())
        return sum(self._length(each.result()[0]) for each in decoded)


_SDL_DECODES = Lock()
"""The lock for all decoding by SDL. At its first file SDL chooses how to convert samples, without a lock of its own. If
a second file is decoded at that moment, its conversion ("to float") is missing. This happened in 1 of 150 starts."""
CheckFile = Callable[..., None]  # with the parameters of `check_sound_file`


class MixerClips(ClipCache):
    """Keeps sound files as sounds of an open mixer. A file that cannot be played raises `BadClip`."""

    def __init__(self, pygame: Pygame, opus: OpusDecoder, check: CheckFile) -> None:
        super().__init__(self._decode_ahead, lambda sound: float(sound.get_length()))
        self._pygame, self._mixer, self._error = pygame, pygame.mixer, pygame.error
        self._opus, self._check = opus, check
        self._cued: Path | None = None

    def get(self, clip: Path) -> Any:
        """Return the sound of this clip in the form that the mixer's channels play."""
        try:
            return super().get(clip)
        except (self._error, OSError) as error:
            raise BadClip(clip) from error

    def decode(self, clip: Path) -> Any:
        """Decode the sound in a file, and refuse one of zero length. SDL refuses it, too, but pygame does not check
        this: it would write before the first entry of its table of channels, and the program would crash."""
        return [*self._decode_ahead(clip)][-1]

    def _decode_ahead(self, clip: Path) -> Iterator[Any]:
        self._check(clip, streamed=False)
        pieces = self._opus.decode_ahead(clip, lambda samples: self._mixer.Sound(buffer=samples))
        sound = next(pieces, None) or self._decode_by_sdl(clip)
        if not sound.get_length():
            raise BadClip(clip)
        yield sound
        yield from pieces

    def cue_stream(self, loop: Path) -> None:
        """Open a loop and stop it at once, so that it waits at its beginning. If the sound card has already fetched
        some of it, open the loop again, because `rewind` would keep sound that is already decoded. If the loop cannot
        be stopped in time, it is opened only when it should be heard."""
        for _ in range(CUES):
            if loop == self._cued:
                return
            self._begin(loop, 0.0)
            self._pygame.pause()
            self._cued = None if self._mixer.music.get_pos() else loop

    def stream(self, loop: Path, gain: float) -> None:
        """Play this loop endlessly, as the music of the mixer."""
        if loop != self._cued:
            self._begin(loop, gain)
            return
        self._cued = None
        self._mixer.music.set_volume(gain)
        self._pygame.resume()

    def end_stream(self) -> None:
        self._cued = None
        self._mixer.music.stop()
        self._mixer.music.unload()

    def _begin(self, loop: Path, gain: float) -> None:
        self._cued = None
        music = self._mixer.music
        try:
            self._check(loop, streamed=True)
            music.load(str(loop))
            music.set_volume(gain)
            music.play(loops=-1)
        except (self._error, OSError) as error:
            raise BadClip(loop) from error

    def _decode_by_sdl(self, clip: Path) -> Any:
        """Let SDL decode the sound in a file. SDL gets a real file, because with a Python stream it would hold its own
        lock while it waits for Python's lock."""
        with _SDL_DECODES:
            if not is_container(clip.parent):
                return self._mixer.Sound(file=str(clip))
            from tempfile import TemporaryDirectory

            with TemporaryDirectory(prefix="nightcrier-") as folder:
                alone = Path(folder) / clip.name
                alone.write_bytes(sound_content(clip))
                return self._mixer.Sound(file=str(alone))
