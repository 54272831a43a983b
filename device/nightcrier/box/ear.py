"""Speaks into one earphone what the glass shows to one seat alone: the private ear.

A second sound card is passed around with the box. A separate program plays through it and gets its orders through a
pipe. No order is written to disk. The box never waits for that program: its own speaker and glass say and show the
same, in the same time, no matter who listens."""

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
"""The exit status of the ear's program if it had no sound card at its last order."""
_TIME_TO_END: Seconds = 5.0
"""The time after which a program that was told to end counts as hung."""


class EarBegins(Struct, frozen=True):
    """Holds the values with which the ear's program starts. It finds the voices in the same folders as the box."""

    folders: Folders
    sound: SoundSettings


class EarOrder(Struct, frozen=True):
    """Tells the ear what to say next, in which language and voice. It interrupts whatever is being said. If the lines
    of the speech would say less than `text`, `text` is said instead. If both are empty, the ear falls silent."""

    speech: Speak
    text: str
    language: Language
    voice: str


class Ear:
    """Follows the pages of a game, and says what only one seat sees, and what scanning offers that seat. Says the name
    of a game when it begins, as a sound check.

    A card is said to its end even after the dial is released, because saying it may take longer than a look. A touch of
    the dial or the end of the turn interrupts it. When the game is over, the program gets None instead of an order."""

    def __init__(self, tell: Callable[[EarOrder | None], object]) -> None:
        self._tell = tell
        self._plays = False
        self._place = "", ""  # the page, and the turn on it
        self._hidden: Hidden | None = None
        self._offer: int | None = None
        self._orders: list[EarOrder | None] = []

    def follow(self, words: Words, table: Table, view: View) -> None:
        """Work out what to say about this page. `speak` sends it later, after even work has hidden how long it took."""
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
        """Send the order that `follow` worked out to the ear's program, once everything is on the glass."""
        orders, self._orders = self._orders, []
        for order in orders:
            self._tell(order)


def _lets_go(hidden: Hidden | None, before: Hidden | None) -> bool:
    """Say whether somebody has released the dial that showed a card, so that only a hint or public facts remain."""
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
    """Return a fact with its symbols, such as a question mark, replaced by words, because speech skips symbols."""
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
    """Talks to the program that plays in the ear, which starts and ends with each game. If it crashes, it is restarted
    at the next turn. If it hangs, it is killed; otherwise it could say old orders later, in another seat's turn."""

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
        """End the ear's program by closing its pipe."""
        child, self._child = self._child, None
        if child and child.stdin:
            child.stdin.close()
            Thread(target=_see_off, args=(child,), daemon=True).start()


def _see_off(child: Popen[bytes]) -> None:
    """Wait until the ear's program has ended. If it failed, log why."""
    try:
        status = child.wait(_TIME_TO_END)
    except TimeoutExpired:
        child.kill()
        status = child.wait()
    if status:
        why = "there was no sound card for it" if status == NO_CARD else "its program hung or broke"
        _log.warning("The private ear fell silent: %s. The next game tries it again.", why)


def start_listening(command: Sequence[str]) -> Popen[bytes]:
    """Start the ear's program. Its error messages are discarded, because they might name a card. It never frees memory:
    otherwise its new requests for memory would reveal how much it says."""
    held = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": "-1"}
    environment = {**os.environ, **held}
    child = Popen(command, bufsize=0, stdin=PIPE, stdout=DEVNULL, stderr=DEVNULL, env=environment)  # noqa: S603 - our own program
    if child.stdin:
        os.set_blocking(child.stdin.fileno(), False)
    return child
