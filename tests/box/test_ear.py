"""Tests the private ear: it says what the screen shows to one seat alone, and nothing outside it is different."""

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import cast

import msgspec
import pytest

from nightcrier.box import ear
from nightcrier.box.ear import NO_CARD, Ear, EarOrder, EarProgram
from nightcrier.box.ear_voice import EarVoice
from nightcrier.box.events import Control, Gesture
from nightcrier.box.library import read_library
from nightcrier.box.performers import TableVoices
from nightcrier.box.show.cues import Speak
from nightcrier.box.show.stages import HOST
from nightcrier.box.sound.players.even_player import EvenPlayer
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.sound.port import NoSound, SilentPlayer
from nightcrier.box.sound.voices.voice_chain import VoiceChain
from nightcrier.box.table.core.house import HandsChoice
from nightcrier.cli import main
from nightcrier.kernel.clock import VirtualClock
from nightcrier.kernel.folders import Folders, standard_folders
from nightcrier.kernel.ids import NOBODY_WAITS, Language, LineId
from nightcrier.kernel.settings import SHIPPED
from nightcrier.words.sentences import text_and_speech
from tests.box.dealt import DealtBox
from tests.box.fumbling import DECKS, QUIET, fumble, public
from tests.sampling import so_many

EN = Language("en")


def told(box: DealtBox) -> list[str]:
    """Return the lines last said in the ear."""
    return box.kinds("ear")[-1]["lines"]


def test_the_ear_says_what_one_seat_reads_and_stops_with_it(tmp_path):
    box = DealtBox(tmp_path, QUIET, 1, secrets=True, ear=True)
    box.start()
    assert told(box) == ["screen.game.one-night"]  # the sound is tried
    role = box.until_window("seat-1").do(Control.DIAL, Gesture.HOLD).glass[0].lower()
    card = [f"role.{role}", f"screen.deal.help.{role}"]
    assert told(box) == card
    box.rehearsal.advance(1.0)
    box.do(Control.DIAL, Gesture.RELEASE)
    assert told(box) == card  # it is said to its end
    assert told(box.do(Control.DIAL)) == ["screen.turn.done"]
    assert told(box.until_window("seat-2")) == []
    assert told(box.do(Control.DIAL, Gesture.HOLD))[0].startswith("role.")
    box.do(Control.DIAL, Gesture.RELEASE).until_window("seat-3")
    assert told(box) == []  # nobody hears the card of the seat before


def test_what_scanning_offers_a_seat_is_said_there_and_cuts_no_card(tmp_path):
    box = DealtBox(tmp_path, QUIET, 1, secrets=True, ear=True)
    box.start().choose_device(hands=HandsChoice(scanning="one", pace=30, latch=True), spoken_menu=True)
    said = len(box.until_window("seat-1").kinds("say"))
    assert told(box.do(Control.START)) == ["screen.scan.hold-dial"]
    box.rehearsal.advance(3.0)
    assert told(box) == ["screen.scan.press"]
    box.rehearsal.advance(1.0)
    box.do(Control.START)
    assert told(box) == [f"role.{(role := box.glass[0].lower())}", f"screen.deal.help.{role}"]
    card = len(box.kinds("ear"))
    box.rehearsal.advance(4.0)
    assert len(box.kinds("ear")) == card
    assert len(box.kinds("say")) == said


def test_everything_that_is_shown_to_one_seat_is_said_and_nothing_else(tmp_path):
    box = DealtBox(tmp_path, DECKS[1], 2, secrets=True, ear=True, secret_vote=True, lone_wolf=True)
    fumble(box, Random(1))
    shown = {row["t"] for row in box.kinds("ask", "tell")}
    said = {row["t"] for row in box.kinds("ear") if row["lines"]}
    assert len(shown) > 30
    assert said - shown == {box.kinds("ear")[0]["t"]}
    after_card = {then["t"] for row, then in pairwise(box.kinds("ask", "tell")) if row["kind"] == "tell"}
    assert shown - said <= after_card  # while it is still being said


@pytest.mark.parametrize("script", ["wherewolf-dealt", "wherewolf-led"])
def test_a_village_is_played_or_led_by_ear(script, tmp_path):
    """A moderator hears the questions, and what to show, without holding the dial."""
    config = tmp_path / "ear.toml"
    config.write_text('[sound]\near = "Ear"\n', "utf-8")
    script = f"docs/pictures/{script}.txt"
    assert main(["rehearse", script, "--out", str(tmp_path), "--secrets", "--config", str(config)]) == 0
    rows = [json.loads(row) for row in (tmp_path / "log.jsonl").read_text("utf-8").splitlines()]
    shown = [row for row in rows if row["kind"] in {"ask", "tell", "sheet"}]
    told = [row for row in rows if row["kind"] == "ear" and row["lines"]]
    assert not any(line.endswith((" ?", " -")) for row in told for line in row["lines"])  # marks that nobody can say
    said = {row["t"] for row in told}
    after_card = {then["t"] for row, then in pairwise(shown) if row["kind"] == "tell" and row["who"] != HOST}
    assert len(shown) > 20
    assert {row["t"] for row in shown} - said <= after_card


@pytest.mark.parametrize("deck", DECKS)
def test_nothing_outside_of_the_ear_tells_that_there_is_one_or_what_it_says(deck, tmp_path, monkeypatch):
    """A box without an ear and other deals with one get the same gestures and power cuts."""
    until = "verdict" if deck == QUIET else "day"

    def play(name: str, seed: int) -> tuple[DealtBox, list[tuple[int, ...]]]:
        box = DealtBox(tmp_path / name, deck, seed, secret_vote=True, lone_wolf=True, pace="fast")
        return box, fumble(box, Random(0), until=until, cuts=True)

    told, speak = list[str](), Ear.speak

    def listen(its: Ear) -> None:
        monkeypatch.setattr(its, "_tell", lambda order: told.extend(order.speech.lines if order else ()))
        speak(its)

    monkeypatch.setattr(Ear, "speak", listen)
    with monkeypatch.context() as patch:
        patch.setattr(Ear, "follow", lambda *_: None)
        without, kept = play("without", 0)
    others = [play(f"with {seed}", seed) for seed in range(so_many(3, 2))]
    assert all(public(other, until) == public(without, until) for other, _ in others)
    assert all(its == kept for _, its in others)
    assert len(kept) > 100
    assert len(told) > 10
    there, then = ({file.name for file in box.where.rglob("*")} for box in (without, others[0][0]))
    assert there == then  # nothing more is written down


def order(*lines: str, text: str = "") -> EarOrder:
    return EarOrder(Speak(NOBODY_WAITS, tuple(map(LineId, lines)), menu=True), text, EN, "")


class AtOnce:
    """Replaces a thread by one that does its work in `start`."""

    def __init__(self, target: Callable[..., None], args: tuple[object, ...], daemon: bool) -> None:
        self._work = partial(target, *args)

    def start(self) -> None:
        self._work()


@pytest.fixture
def begin(monkeypatch):
    """Return a function that makes the ear run this code instead of its program, and returns the programs started."""
    real, begun = ear.start_listening, list[Popen[bytes]]()

    def set_code(code: str) -> list[Popen[bytes]]:
        def start(command: Sequence[str]) -> Popen[bytes]:
            assert "nightcrier.box.ear_voice" in command
            begun.append(real((sys.executable, "-c", code)))
            return begun[-1]

        monkeypatch.setattr(ear, "start_listening", start)
        monkeypatch.setattr(ear, "Thread", AtOnce)
        monkeypatch.setattr(ear, "_TIME_TO_END", 60.0)  # it may start slowly
        return begun

    return set_code


def program() -> EarProgram:
    return EarProgram(Folders(Path("/state"), Path("/cache"), Path("/runtime")), Output(SHIPPED.sound))


def test_the_program_gets_the_orders_and_ends_with_the_game(begin, tmp_path):
    heard = tmp_path / "heard"
    begun, told_to = begin(f"import sys; open({str(heard)!r}, 'wb').write(sys.stdin.buffer.read())"), program()
    orders = [order("role.seer"), order(*["role.seer"] * 1000), order()]
    for each in (*orders, None, None):
        told_to.tell(each)
    (child,) = begun
    assert child.wait() == 0
    lines = heard.read_bytes().splitlines()
    assert [msgspec.json.decode(line, type=EarOrder) for line in lines] == orders


def test_a_program_that_does_not_listen_holds_nothing_up_and_one_that_ended_breaks_nothing(begin):
    begun, told_to = begin("import signal; signal.pause()"), program()
    for _ in range(1000):  # far more than a pipe has room for
        told_to.tell(order(*["role.seer"] * 100))
    (child,) = begun
    assert child.wait() == -signal.SIGKILL  # it would later say in another turn what it has not read yet
    told_to.tell(order(*["role.seer"] * 1000))
    told_to.tell(order("role.seer"))
    assert begun == [child]  # nobody waits in a turn until another is begun
    told_to.tell(order())
    (_, other) = begun
    other.kill()
    other.communicate()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("import sys; sys.stdin.read()", ""),
        (f"import sys; sys.stdin.read(); sys.exit({NO_CARD})", "no sound card"),
        ("import os; os.abort()", "hung or broke"),
        ("import signal; signal.pause()", "hung or broke"),
    ],
)
def test_after_the_game_the_log_says_why_the_ear_was_silent_and_no_word_of_it(code, told, begin, monkeypatch, caplog):
    begin(code)
    monkeypatch.setattr(ear, "_TIME_TO_END", 0.0 if "pause" in code else 60.0)
    told_to = program()
    told_to.tell(order("role.seer"))
    assert not caplog.messages
    told_to.tell(None)
    assert [told in message for message in caplog.messages] == ([True] if told else [])
    assert "seer" not in caplog.text


def test_a_machine_that_can_begin_no_program_plays_on(monkeypatch):
    tried: list[Sequence[str]] = []

    def refuse(command: Sequence[str]) -> Popen[bytes]:
        tried.append(command)
        raise BlockingIOError

    monkeypatch.setattr(ear, "start_listening", refuse)
    told_to = program()
    for each in (order("role.seer"), order(), None):
        told_to.tell(each)
    assert len(tried) == 2


class Earphone(SilentPlayer):
    """Simulates a sound card, and records what it should play."""

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

    def decode(self, clip: Path) -> bytes:
        return f" {clip.stem}".encode()

    def convert(self, made: bytes) -> bytes:
        return made

    def say(self, samples: bytes) -> None:
        self.calls.append(f"say{samples.decode()}")


@pytest.fixture
def earphone():
    return Earphone()


MADE = list[str]()
"""The texts of which speech was made."""


def make(language: Language, text: str) -> bytes:
    """Make speech of any text without the word `Mute`."""
    MADE.append(text)
    return b"" if "Mute" in text else f" {text}".encode()


@pytest.fixture
def hear(tmp_path, earphone, monkeypatch):
    """Return a function that sends bytes to the ear, and returns what its card then plays. The voice has two clips."""
    MADE.clear()
    pack = tmp_path / "voices" / "en-ann"
    pack.mkdir(parents=True)
    lines = ("role.seer", "number.3")
    for line in lines:
        (pack / f"{line}.wav").write_bytes(b"")
    clips = "".join(f'[clips."{line}"]\nfile = "{line}.wav"\nseconds = 1.0\n' for line in lines)
    head = 'language = "en"\nname = "Ann"\nlicence = "own"\ncredit = ""\nquality = "good"\nengine = "made"\n'
    (pack / "pack.toml").write_text(head + clips, "utf-8")
    words = read_library(standard_folders({}, tmp_path), lambda fault: pytest.fail(fault.what)).words
    chain = VoiceChain(tmp_path / "voices", lambda _language, line: (line, line), lambda _: None)
    texts = partial(text_and_speech, words)
    voice = EarVoice(cast("EvenPlayer", earphone), TableVoices(chain, words), texts, make, VirtualClock())

    def listen(*come: bytes) -> list[str]:
        pieces = iter((*come, b""))
        monkeypatch.setattr("nightcrier.box.ear_voice.os.read", lambda *_: next(pieces))
        earphone.calls.clear()
        voice.listen(0)
        return earphone.calls

    return listen


def sent(each: EarOrder) -> bytes:
    return msgspec.json.encode(each) + b"\n"


SEER, SEAT = sent(order("role.seer")), sent(order("seat.3"))


def test_the_newest_order_is_said_and_cuts_the_one_before(hear):
    both = sent(order("role.seer", "seat.3"))
    assert hear(SEER + SEAT + both[:20], both[20:], sent(order())) == [
        *("open", "stop", "say number.3"),
        *("stop", "say role.seer number.3"),
        "stop",
    ]


def test_a_text_with_gaps_is_said_whole_where_it_can_be_made(hear):
    assert hear(sent(order("seat.3", text="You are Romeo: 3"))) == ["open", "stop", "say You are Romeo: 3"]
    assert hear(sent(order("seat.3", text="Mute: 3"))) == ["stop", "say number.3"]


def test_lines_that_nobody_recorded_are_made_with_those_beside_them(hear):
    assert hear(sent(order("role.seer", "role.robber"))) == ["open", "stop", "say Seer. Robber"]


def test_speech_is_made_of_every_order_that_says_something(hear):
    """Others can see that a speech program runs. If it ran only for some lines, that could tell which card it is."""
    hear(SEER, sent(order()), sent(order("seat.3", text="You are Romeo: 3")))
    assert MADE == ["1 2 3", "You are Romeo: 3"]


def test_a_card_that_is_pulled_is_silent_and_is_found_again(hear, earphone):
    hear(SEER)
    earphone.plugged = False
    assert hear(SEER) == []
    earphone.plugged = True
    assert hear(SEAT) == ["open", "stop", "say number.3"]


def test_the_program_itself_ends_with_its_input_and_leaves_nothing_behind(tmp_path, monkeypatch):
    """The ear's program has no sound card here, as on most machines that run tests."""
    begun: list[Popen[bytes]] = []

    def start(command: Sequence[str]) -> Popen[bytes]:
        kept = {**os.environ, "TMPDIR": str(tmp_path)}
        begun.append(Popen(command, bufsize=0, stdin=PIPE, stderr=PIPE, env=kept))
        return begun[-1]

    monkeypatch.setattr(ear, "start_listening", start)
    monkeypatch.setattr(ear, "Thread", AtOnce)
    monkeypatch.setattr(ear, "_TIME_TO_END", 60.0)  # it may start slowly
    told_to = EarProgram(standard_folders({}, tmp_path / "state"), Output(SHIPPED.sound, chosen_ear="Ear"))
    told_to.tell(order("role.seer"))
    (child,) = begun
    told_to.tell(None)
    assert child.stderr
    with child.stderr as complaints:
        assert complaints.read() == b""
    assert child.wait() == NO_CARD
    assert not list(tmp_path.glob("nightcrier-*"))
