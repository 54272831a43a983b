"""The organiser's page as HTML: all tables at a glance, who needs help first, and what may be sent to the ticked ones
or to all. Whatever a table or a broker says is text here, and nothing else."""

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import NamedTuple

from device.hall.hall_frame import page_links, whole_page
from device.hall.scanned_code import scanned_code
from device.hall.seen_hall import SeenHall
from device.hall.seen_table import SeenTable
from device.hall.shelved_update import NO_UPDATE, ShelvedUpdate
from device.kernel.ids import Language, Seconds
from device.kernel.messages import MOST_MESSAGE_LETTERS
from device.kernel.public_record import Phase
from device.kernel.wishes import LOUDEST_WISH
from device.net.form_writer import FormWriter, options_of
from device.net.mqtt.topics import Order
from device.words.catalogue import LANGUAGES, NAMES

TICK = "t-"
"""Before the name of a table, in the form."""
_PHASES = frozenset(Phase)
_NAMED = {
    Order.LOUDNESS: "loudness",
    Order.DECK: "scenario",
    Order.LANGUAGE: "language",
    Order.MESSAGE: "net.hall.message",
    Order.IDENTIFY: "net.hall.identify",
    Order.HELPED: "net.hall.answer",
    Order.PAUSE: "paused",
    Order.UPDATE: "net.hall.update",
}
UPLOAD = "/update"
"""Where the files of an update are sent to."""
MOST_VERSION = 31
_NO_CHOICE = ("", "–")
"""Stands first where a slip would give all tables another deck or language: it cannot be sent."""
DUSKS = ("10", "30", "60", "120", "300", "600")
"""Seconds until a dusk."""


class SeenDusk(NamedTuple):
    """How many tables wait."""

    waiting: int
    is_announced: bool


class HallWriter:
    """In one language, for one organiser: `mark` is that of the pass, empty for who was not let in; `update` gives
    the one that lies there for the tables."""

    def __init__(
        self,
        words: Mapping[str, str],
        language: Language,
        mark: str = "",
        update: Callable[[], ShelvedUpdate] = lambda: NO_UPDATE,
    ) -> None:
        self._words, self._language, self._forms = words, language, FormWriter(words, mark)
        self._shelf = update

    @property
    def _update(self) -> ShelvedUpdate:
        return self._shelf()

    def entrance(self, *, wrong: str = "") -> bytes:
        """Where the password is typed. `wrong` is the word for what was wrong with the last one."""
        word = self._forms.word
        told = f'<p role="alert">{word(wrong)}</p>' if wrong else ""
        return whole_page(
            self._language,
            f'<h1>Nightcrier</h1>{told}<form method="post" action="/enter">'
            f'<label>{word("net.hall.password")}<input name="password" type="password" autocomplete="current-password" '
            'maxlength="200" required dir="ltr"></label>'
            f'<label class="row"><input type="checkbox" name="keep" value="yes">{word("net.keep")}</label>'
            f"<button>{word('net.enter')}</button></form>",
        )

    def page(self, hall: SeenHall, name: str, now: Seconds, dusk: SeenDusk, *, reached: bool, told: str = "") -> bytes:
        """`told` is the word for what came of the last form."""
        word, tables = self._forms.word, hall.in_order
        said = f'<p role="alert">{word(told)}</p>' if told else ""
        return whole_page(
            self._language,
            f"<h1>Nightcrier · <bdi>{escape(name)}</bdi></h1>{page_links(self._forms, '/')}{said}"
            f'<p role="status" id="state">{self.state(hall, dusk, reached=reached)}</p>'
            f"{self._forms.bare_form('/one', '', 'one')}"
            f"{self._forms.bare_form('/send', self._sending(tables, now))}"
            f"{self._one_dusk()}{self._new_update()}{self._new_table()}{self._forms.form('/leave', '', 'net.leave')}",
            listens=True,
        )

    def state(self, hall: SeenHall, dusk: SeenDusk, *, reached: bool) -> str:
        """How it stands, in one sentence; in two while a dusk is announced."""
        if not reached:
            return self._forms.word("net.hall.no-broker")
        if not hall.tables:
            return self._forms.word("net.hall.no-tables")
        calling = sum(table.wants_help and table.here for table in hall.tables.values())
        stands = self._forms.word("net.hall.help-count", n=self._forms.figures(calling))
        if not dusk.is_announced:
            return stands
        return f"{stands} · {self._forms.word('net.hall.dusk.waiting', n=self._forms.figures(dusk.waiting))}"

    def tables(self, tables: tuple[SeenTable, ...], now: Seconds) -> str:
        return "".join(self._table(table, now) for table in tables)

    def _table(self, table: SeenTable, now: Seconds) -> str:
        """What stands behind its name is read with its tick."""
        about = f"about-{table.name}"
        kind = ' class="calls"' if table.here and table.wants_help else "" if table.here else ' class="gone"'
        tick = f'<input type="checkbox" name="{TICK}{table.name}" value="yes" aria-describedby="{about}">'
        told = "".join(f"<span>{part}</span>" for part in self._told(table, now))
        return (
            f'<li{kind}><label class="row">{tick}<b><bdi>{escape(table.title)}</bdi></b></label>'
            f'<p id="{about}">{told}</p>{self._deeds(table)}</li>'
        )

    def _told(self, table: SeenTable, now: Seconds) -> Iterator[str]:
        word, state = self._forms.word, table.state
        if not table.here:
            yield f"<strong>{word('net.hall.gone')}</strong>"
        elif state is not None:
            if state.help:
                yield f"<strong>{word('net.hall.needs-help')}</strong>"
            yield word("paused") if state.paused else self._phase(state.phase)
            minutes = table.minutes_left(now)
            if minutes is not None:
                yield word("net.hall.minutes", n=self._forms.figures(minutes))
            yield from (f"<bdi>{escape(text)}</bdi>" for text in (state.deck or state.title, state.message) if text)
        if self._update.file:
            yield from self._of_update(table)
        if table.asked:
            waits = ", ".join(self._forms.plain(_NAMED[asked.order]) for asked in table.asked)
            yield f"<em>{word('net.hall.waits', what=waits)}</em>"

    def _of_update(self, table: SeenTable) -> Iterator[str]:
        """Which version it has, and why it will have no other."""
        told = table.joined.update
        if told.version:
            yield f"<bdi>{escape(told.version[:MOST_VERSION])}</bdi>"
        if not told.updates:
            yield self._forms.word("net.hall.update.barred")
        elif told.refused == self._update.made:
            yield f"<strong>{self._forms.word('net.hall.update.refused')}</strong>"

    def _phase(self, phase: str) -> str:
        return self._forms.word(f"net.hall.phase.{phase}") if phase in _PHASES else ""

    def _deeds(self, table: SeenTable) -> str:
        """For this table alone: of another form, as the rest of the list is."""
        if not table.here:
            return self._deed("forget", table)
        return (self._deed("answer", table) if table.wants_help else "") + self._deed("identify", table)

    def _deed(self, kind: str, table: SeenTable) -> str:
        text = self._forms.word(f"net.hall.{kind}")
        named = f"{escape(table.title)}: {text}"
        return f'<button form="one" name="{kind}" value="{table.name}" aria-label="{named}">{text}</button>'

    def _sending(self, tables: tuple[SeenTable, ...], now: Seconds) -> str:
        """The message first: who presses Enter in its field sends it, and nothing else."""
        word = self._forms.word
        to = "".join(
            f'<label class="row"><input type="radio" name="to" value="{to}"{checked}>{word(f"net.hall.{to}")}</label>'
            for to, checked in (("ticked", " checked"), ("all", ""))
        )
        message = (
            f'<label>{word("net.hall.message")}<input name="message" dir="auto" autocomplete="off" '
            f'maxlength="{2 * MOST_MESSAGE_LETTERS}"></label>'
        )
        loud = self._forms.numbers(range(1, LOUDEST_WISH + 1), str(LOUDEST_WISH // 2))
        languages = options_of([_NO_CHOICE, *((code, NAMES[code]) for code in LANGUAGES)], "")
        decks = options_of([_NO_CHOICE, *_decks(tables, self._language)], "")
        rows = (
            (Order.MESSAGE, message),
            (Order.DECK, self._forms.select("deck", "scenario", decks)),
            (Order.LOUDNESS, self._forms.select("loudness", "loudness", loud)),
            (Order.LANGUAGE, self._forms.select("language", "language", languages)),
            (Order.IDENTIFY, ""),
            *([(Order.UPDATE, self._shelved())] if self._update.file else []),
        )
        sent = "".join(self._send(order, field) for order, field in rows)
        listed = f'<ul id="tables">{self.tables(tables, now)}</ul>'
        return f"{listed}<fieldset><legend>{word('net.hall.to')}</legend>{to}</fieldset>{sent}"

    def _shelved(self) -> str:
        return f"<p>{self._forms.word(_NAMED[Order.UPDATE])}: <bdi>{escape(self._update.file)}</bdi></p>"

    def _send(self, order: Order, field: str) -> str:
        about = self._forms.word(_NAMED[order])
        text = self._forms.word("net.hall.send") if field else about
        named = f' aria-label="{about}: {text}"' if field else ""
        return f'<div class="send">{field}<button name="do" value="{order}"{named}>{text}</button></div>'

    def _one_dusk(self) -> str:
        """In so many seconds: each table that has pressed START by then begins its night with the others."""
        word = self._forms.word
        ahead = self._forms.select("ahead", "net.hall.dusk.seconds", self._forms.numbers(map(int, DUSKS), DUSKS[1]))
        deeds = "".join(
            f'<button name="do" value="{deed}">{word(f"net.hall.dusk.{deed}")}</button>' for deed in ("announce", "off")
        )
        return f"<h2>{word('net.hall.dusk')}</h2>{self._forms.bare_form('/dusk', ahead + deeds)}"

    def _new_update(self) -> str:
        """As on the page of a box: its two files, one after the other."""
        word = self._forms.word
        label = word("net.file.update")
        chosen = f'<label>{label}<input type="file" name="file" accept=".xz,.sig" required></label>'
        sent = self._forms.file_form(UPLOAD, chosen, "net.file.go", label)
        return f"<h2>{word('net.hall.update.new')}</h2>{sent}"

    def _new_table(self) -> str:
        word = self._forms.word
        fields = (
            f'<label>{word("net.hall.new-id")}<input name="table" dir="ltr" maxlength="32" autocomplete="off" '
            'autocapitalize="none" pattern="[a-z0-9\\-]+" required></label>'
            f"<label>{word('net.hall.new-title')}"
            '<input name="title" dir="auto" maxlength="32" autocomplete="off"></label>'
        )
        return f"<h2>{word('net.hall.new-table')}</h2>{self._forms.form('/join', fields, 'net.hall.new-go')}"

    def invited(self, title: str, path: str, address: str) -> bytes:
        """What a new box needs: to be put on a stick, or carried to it by a phone."""
        word = self._forms.word
        return whole_page(
            self._language,
            f"<h1><bdi>{escape(title)}</bdi></h1><p>{word('net.hall.scan')}</p>"
            f"{scanned_code(address, self._forms.plain('net.hall.scan'))}<p><bdi>{escape(address)}</bdi></p>"
            f"<p>{word('net.how')}</p><p>{word('net.hall.scan-then', files=self._forms.plain('net.files'))}</p>"
            f'<p><a href="{path}" download>{word("net.hall.file")}</a></p><p><a href="/">Nightcrier</a></p>',
        )


def _decks(tables: tuple[SeenTable, ...], language: Language) -> list[tuple[str, str]]:
    """All that any table has; as a table of this language calls them, where there is one."""
    found: dict[str, str] = {}
    for table in sorted(tables, key=lambda each: each.joined.language == language):
        found |= table.joined.decks
    return sorted(found.items(), key=lambda deck: deck[1])
