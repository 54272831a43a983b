"""Says in one earphone what the glass shows to one seat alone: the private ear.

A second sound card goes round with the box. A separate program plays through that card, and gets its orders through a
pipe. None of this is written down. The box never waits for the program. On its own speaker and glass it says and shows
the same, and takes the same time, no matter who listens."""

import logging
import os
import sys
from collections.abc import Callable, Sequence
from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired
from threading import Thread

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from nightcrier.box.show.cues import Speak
from nightcrier.box.show.facts import Fact, Joined, Word, fact_lines
from nightcrier.box.sound.players.open_device import Output
from nightcrier.box.table.core.names import fact_text
from nightcrier.box.table.core.state import Table
from nightcrier.box.table.drawing.view import Hidden, View
from nightcrier.box.table.evening.people import seating
from nightcrier.box.table.heard.scanning import OFFERS
from nightcrier.box.table.heard.talk import with_numbers
from nightcrier.kernel.folders import Folders
from nightcrier.kernel.ids import NOBODY_WAITS, Language, Seconds, screen_line
from nightcrier.kernel.settings import SoundSettings
from nightcrier.words.catalogue import Words

_log = logging.getLogger("nightcrier")

NO_CARD = 3
"""The exit status of the program of the ear, if it had no sound card at its last order."""
_TIME_TO_END: Seconds = 5.0
"""The time after which a program that should end is considered to be hanging."""


class EarBegins(Struct, frozen=True):
    """The facts with which the program of the ear begins. It finds the voices in the same folders as the box."""

    folders: Folders
    sound: SoundSettings


class EarOrder(Struct, frozen=True):
    """The next thing to say in the ear, in this language and voice. It interrupts whatever is being said. The `text`
    says more than the lines of the speech, which only fill its gaps. Without either the ear falls silent."""

    speech: Speak
    text: str
    language: Language
    voice: str


class Ear:
    """Follows the pages of a game, and says what only one seat sees, and what scanning offers that seat. For a sound
    check, says the name of a game when it begins.

    A card is said to its end after the dial was let go, because a card may take longer than a look. A touch of the dial
    interrupts it, and so does the end of the turn. When the game is over, the program gets None instead of an order."""

    def __init__(self, tell: Callable[[EarOrder | None], object]) -> None:
        self._tell = tell
        self._plays = False
        self._place = "", ""  # the page, and the turn on it
        self._hidden: Hidden | None = None
        self._offer: int | None = None
        self._orders: list[EarOrder | None] = []

    def follow(self, words: Words, table: Table, view: View) -> None:
        """Work out what to say about this page. It is said later, because every seat must cost the same work."""
        session, hidden, before, begins = table.session, view.hidden, self._hidden, not self._plays
        turn = session.acting.name if session and session.acting else ""
        moved = (view.page, turn) != self._place
        self._place, self._hidden, self._plays = (view.page, turn), hidden, session is not None
        same = hidden.same_as(before) if hidden else before is None
        stays = not moved and (same or (turn != "" and _lets_go(hidden, before)))
        offer, self._offer = self._offer, table.scan.offer if hidden else None
        offers = () if self._offer in (None, offer) else (Word(OFFERS[self._offer].word),)
        if not self._plays:
            self._orders = [] if begins else [None]
        elif offers or not stays:
            name = (Word(f"game.{table.choices.game}"),) if begins else ()
            facts = () if stays else _new_facts(hidden, None if moved else before)
            self._orders = [_order(words, table, (*name, *facts, *offers))]

    def speak(self) -> None:
        """Send the order that `follow` worked out to the program of the ear, once everything is on the glass."""
        orders, self._orders = self._orders, []
        for order in orders:
            self._tell(order)


def _lets_go(hidden: Hidden | None, before: Hidden | None) -> bool:
    """Say whether a hand has let go of the dial that showed a card: now there is a hint, or what everybody may see."""
    return before is not None and before.kind == "tell" and (hidden is None or hidden.kind == "ask")


def _new_facts(hidden: Hidden | None, before: Hidden | None) -> tuple[Fact, ...]:
    known = before.facts if hidden and before and before.kind == hidden.kind else ()
    return tuple(fact for fact in hidden.facts if fact not in known) if hidden else ()


def _order(words: Words, table: Table, facts: Sequence[Fact]) -> EarOrder:
    language, has_gaps = table.choices.language, any(map(_has_gaps, facts))
    lines = tuple(line for fact in facts for line in fact_lines(fact))
    texts = (fact_text(words, language, _as_said(fact), seating(table)) for fact in facts)
    text = ". ".join(texts) if has_gaps else ""
    speech = with_numbers(table, Speak(NOBODY_WAITS, lines, menu=True))
    return EarOrder(speech, text, language, table.choices.voices.get(language, ""))


def _as_said(fact: Fact) -> Fact:
    """Return a fact with words instead of its marks, such as a question mark, because speech leaves marks out."""
    match fact:
        case Word(key, fillings, said) if fillings:
            return Word(key, {name: _as_said(part) for name, part in fillings.items()}, said)
        case Word(said=(line,)):
            return Word(line.removeprefix(screen_line("")))
        case Joined(parts, between):
            return Joined(tuple(map(_as_said, parts)), between)
    return fact


def _has_gaps(fact: Fact) -> bool:
    """Say whether the lines of a fact say less than its text."""
    if isinstance(fact, Joined):
        return any(map(_has_gaps, fact.parts))
    return isinstance(fact, Word) and bool(fact.fillings) and not fact.said


class EarProgram:
    """Talks with the program that plays in the ear, which begins and ends with a game. A program that broke is started
    again at the next turn. A hanging program is killed, because it could say unread orders later, in another seat's
    turn."""

    def __init__(self, folders: Folders, output: Output) -> None:
        self._folders, self._output = folders, output
        self._child: Popen[bytes] | None = None

    def tell(self, order: EarOrder | None) -> None:
        begins_turn = order is not None and not (order.text or order.speech.lines)
        if order is None or (begins_turn and self._child and self._child.poll() is not None):
            self._close()
        if order is None:
            return
        line = msgspec.json.encode(order) + b"\n"
        try:
            self._child = self._child or start_listening(self._command())
            if self._child.stdin and self._child.stdin.write(line) != len(line):  # the pipe is full
                self._child.kill()
        except OSError:
            return  # it has ended, or cannot begin; the game goes on, and the glass shows all

    def _command(self) -> Sequence[str]:
        sound = replace(self._output.settings, ear=self._output.ear)
        begins = msgspec.json.encode(EarBegins(self._folders, sound), enc_hook=os.fspath).decode()
        return sys.executable, "-P", "-m", "nightcrier.box.ear_voice", begins

    def _close(self) -> None:
        """Let the program end. It ends by itself when its pipe closes."""
        child, self._child = self._child, None
        if child and child.stdin:
            child.stdin.close()
            Thread(target=_see_off, args=(child,), daemon=True).start()


def _see_off(child: Popen[bytes]) -> None:
    """Wait until a program has ended. If nothing was heard, log why."""
    try:
        status = child.wait(_TIME_TO_END)
    except TimeoutExpired:
        child.kill()
        status = child.wait()
    if status:
        why = "there was no sound card for it" if status == NO_CARD else "its program hung or broke"
        _log.warning("The private ear fell silent: %s. The next game tries it again.", why)


def start_listening(command: Sequence[str]) -> Popen[bytes]:
    """Start the program of the ear. Its error messages are discarded, because they might name a card. It never gives
    memory back: new requests for memory would tell others how much is said."""
    held = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "-1"}
    environment = {**os.environ, **held}
    child = Popen(command, bufsize=0, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, env=environment)  # noqa: S603 - our own program
    if child.stdin:
        os.set_blocking(child.stdin.fileno(), False)
    return child
