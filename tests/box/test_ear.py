"""The private ear: it says what the glass shows to one seat alone, and outside of it nothing is different."""

import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen

import msgspec
import pytest

from nightcrier.box.ear import EarOrder, EarPart, EarProgram
from nightcrier.box.ear_voice import EarVoice, listen
from nightcrier.box.events import Control, Gesture
from nightcrier.box.folders import Folders, standard_folders
from nightcrier.box.library import read_library
from nightcrier.box.performers import TableVoices
from nightcrier.box.sound.port import NoSound, SilentPlayer
from nightcrier.box.sound.voices.live_speech import SpeechMaker
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.ids import Language, LineId
from nightcrier.kernel.settings import SHIPPED
from tests.box.dealt import DealtBox
from tests.box.test_leaks import DECKS, QUIET, fumble, public
from tests.sampling import so_many

EN = Language("en")


def told(box: DealtBox) -> list[str]:
    """What was last said in the ear."""
    return box.kinds("ear")[-1]["lines"]


def test_the_ear_says_what_one_seat_reads_and_stops_with_it(tmp_path: Path) -> None:
    box = DealtBox(tmp_path, QUIET, 1, secrets=True, ear=True)
    box.start()
    assert told(box) == ["screen.game.one-night"]  # the sound is tried
    box.until_window("seat-1")
    box.do(Control.DIAL, Gesture.HOLD)
    role = box.glass[0].lower()
    card = [f"role.{role}", f"screen.deal.help.{role}"]
    assert told(box) == card
    box.rehearsal.advance(1.0)
    box.do(Control.DIAL, Gesture.RELEASE)
    assert told(box) == card  # it is said to its end
    box.do(Control.DIAL)
    assert told(box) == ["screen.turn.done"]
    box.until_window("seat-2")
    assert told(box) == []
    box.do(Control.DIAL, Gesture.HOLD)
    assert told(box)[0].startswith("role.")
    box.do(Control.DIAL, Gesture.RELEASE)
    box.until_window("seat-3")
    assert told(box) == []  # nobody hears the card of the seat before


def test_everything_that_is_shown_to_one_seat_is_said_and_nothing_else(tmp_path: Path) -> None:
    box = DealtBox(tmp_path, DECKS[1], 2, secrets=True, ear=True, secret_vote=True, lone_wolf=True)
    fumble(box, Random(1))
    shown = {row["t"] for row in box.kinds("ask", "tell")}
    said = {row["t"] for row in box.kinds("ear") if row["lines"]}
    assert len(shown) > 30
    assert said - shown == {box.kinds("ear")[0]["t"]}
    after_card = {then["t"] for row, then in pairwise(box.kinds("ask", "tell")) if row["kind"] == "tell"}
    assert shown - said <= after_card  # while it is still being said


@pytest.mark.parametrize("deck", DECKS)
def test_nothing_outside_of_the_ear_tells_that_there_is_one_or_what_it_says(
    deck: tuple[str, ...], tmp_path: Path
) -> None:
    """One box without an ear, and other deals with one, under the same hands and power cuts."""
    until = "verdict" if deck == QUIET else "day"
    boxes, kept = [], []
    for number, (seed, ear) in enumerate([(0, False), *((seed, True) for seed in range(so_many(3, 2)))]):
        options = {"secret_vote": True, "lone_wolf": True, "pace": "fast"}
        boxes.append(DealtBox(tmp_path / str(number), deck, seed, ear=ear, **options))
        kept.append(fumble(boxes[-1], Random(0), until=until, cuts=True))
    first, *others = boxes
    assert all(public(other, until) == public(first, until) for other in others)
    assert all(each == kept[0] for each in kept)
    assert len(kept[0]) > 100
    # The disk holds the same files, and in none of them is a word of the ear.
    without, with_one = ({file.name: file for file in box.where.rglob("*") if file.is_file()} for box in boxes[:2])
    assert with_one.keys() - without.keys() == {"with-ear.toml"}
    assert not any(b"deal.help" in file.read_bytes() for file in with_one.values() if file.suffix == ".jsonl")


ORDER = EarOrder((EarPart((LineId("role.seer"),)),), {}, EN, "")


def started(code: str) -> tuple[EarProgram, list[Popen[bytes]]]:
    """A program of the ear that runs this instead of its own code."""
    children: list[Popen[bytes]] = []

    def start(_command: object) -> Popen[bytes]:
        children.append(Popen([sys.executable, "-c", code], bufsize=0, stdin=PIPE, stdout=PIPE))
        return children[-1]

    folders = Folders(Path("/state"), Path("/cache"), Path("/runtime"))
    return EarProgram(folders, SHIPPED.sound, start), children


def test_the_program_gets_the_orders_and_ends_with_the_game() -> None:
    program, children = started("import sys; sys.stdout.buffer.write(sys.stdin.buffer.read())")
    program.tell(ORDER)
    program.tell(ORDER)
    program.tell(None)
    program.tell(None)
    (child,) = children
    assert child.stdout
    with child.stdout as heard:
        assert [msgspec.json.decode(line, type=EarOrder) for line in heard] == [ORDER, ORDER]
    child.wait()


def test_a_program_that_does_not_listen_holds_nothing_up_and_one_that_ended_breaks_nothing() -> None:
    program, children = started("import sys; sys.stdout.write('.'); sys.stdout.flush(); sys.stdin.read(1); exit()")
    long = EarOrder(ORDER.parts * 50, {}, EN, "")
    program.tell(ORDER)
    (child,) = children
    for _ in range(1000):  # far more than a pipe has room for
        program.tell(long)
    child.wait()
    program.tell(ORDER)
    assert children == [child]  # it is begun anew with the next game
    program.close()
    assert child.stdout
    child.stdout.close()


class Earphone(SilentPlayer):
    """A card that notes what it is to play."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def open(self) -> str:
        if not self.plugged:
            raise NoSound
        self.calls.append("open")
        return ""

    def stop(self, at: float) -> None:
        self.calls.append("stop")

    def play(self, clip: Path, at: float) -> None:
        self.calls.append(f"play {clip.stem}")

    def queue(self, clip: Path, at: float) -> None:
        self.calls.append(f"queue {clip.stem}")


@pytest.fixture
def earphone() -> Earphone:
    return Earphone()


class MadeSpeech(SpeechMaker):
    """Speech made on the spot, which says any text."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"), VirtualClock(), pytest.fail, programs=())

    def get(self, language: Language, spoken: str) -> tuple[Path, float]:
        return Path(f"{spoken}.wav"), 1.0


@pytest.fixture
def voice(tmp_path: Path, earphone: Earphone) -> EarVoice:
    """An ear whose voice has two clips."""
    pack = tmp_path / "voices" / "en-ann"
    pack.mkdir(parents=True)
    clips = "".join(f'[clips."{line}"]\nfile = "{line}.wav"\nseconds = 1.0\n' for line in ("role.seer", "number.3"))
    for line in ("role.seer", "number.3"):
        (pack / f"{line}.wav").write_bytes(b"")
    head = 'language = "en"\nname = "Ann"\nlicence = "own"\ncredit = ""\nquality = "good"\nengine = "made"\n'
    (pack / "pack.toml").write_text(head + clips, "utf-8")
    folders = standard_folders({}, tmp_path)
    words = read_library(folders, lambda fault: pytest.fail(fault.what)).words
    chain = VoiceChain(tmp_path / "voices", lambda _language, line: (line, line), pytest.fail)
    return EarVoice(earphone, TableVoices(chain, words), MadeSpeech(), VirtualClock())


def order(*parts: EarPart) -> bytes:
    return msgspec.json.encode(EarOrder(parts, {}, EN, "")) + b"\n"


SEER, SEAT = EarPart((LineId("role.seer"),)), EarPart((LineId("seat.3"),))


def hear(voice: EarVoice, earphone: Earphone, *come: bytes | None) -> list[str]:
    """What the card plays of what comes, which may be cut anywhere."""
    pieces = iter([*come, b""])
    listen(lambda _: next(pieces), voice, earphone, VirtualClock())
    return earphone.calls


def test_the_newest_order_is_said_and_cuts_the_one_before(voice: EarVoice, earphone: Earphone) -> None:
    both = order(SEER, SEAT)
    assert hear(voice, earphone, order(SEAT) + both[:20], None, both[20:], order()) == [
        *("open", "stop", "play number.3"),
        *("stop", "play role.seer", "queue number.3"),
        "stop",
    ]


def test_a_text_with_gaps_is_said_whole_where_it_can_be_made(voice: EarVoice, earphone: Earphone) -> None:
    romeo = EarPart((LineId("seat.3"),), "You are Romeo: 3")
    assert hear(voice, earphone, order(romeo)) == ["open", "stop", "play You are Romeo: 3"]


def test_a_card_that_is_pulled_is_silent_and_is_found_again(voice: EarVoice, earphone: Earphone) -> None:
    hear(voice, earphone, order(SEER))
    earphone.plugged = False
    assert hear(voice, earphone, order(SEER)) == ["open", "stop", "play role.seer"]
    earphone.plugged = True
    assert hear(voice, earphone, order(SEAT))[3:] == ["open", "stop", "play number.3"]
