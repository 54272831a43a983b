"""Writes what may be sent to the ticked tables or to all, and the dusk of all; reads the form."""

from collections.abc import Mapping

from device.hall.hall_frame import HallForms, NotSent, name_markup
from device.hall.page_tables import TICK, ShelvedUpdate
from device.hall.seen_table import SeenTable
from device.kernel.ids import Language
from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.messages import MOST_MESSAGE_LETTERS, tidy_message
from device.kernel.refusal import Refusal
from device.kernel.wishes import LOUDEST_WISH
from device.net.exchange import RequestRefused
from device.net.form_writer import FormWriter, fieldset, options_of, text_field, tick
from device.net.orders import OFF, ON, PRESS, Order, OrderKind, Who, wish_of_order
from device.words.catalogue import LANGUAGES, NAMES

_NO_CHOICE = ("", "–")
"""The first choice, which cannot be sent: a slip must not give all tables another deck or language."""
DUSKS = ("10", "30", "60", "120", "300", "600")
"""Seconds until a dusk."""
_LONGEST_DECK = 130


def send_fields(
    forms: HallForms, tables: tuple[SeenTable, ...], update: ShelvedUpdate, typed: Mapping[str, str]
) -> Markup:
    """Write a field for each order. The message stands first: Enter in its field sends it, and nothing else."""
    decks = _decks(tables, forms.language)
    orders = (order for order in Order if Who.FORM in order.who and (update.file or order is not Order.UPDATE))
    fields = ((order, _field(forms, order, typed.get(order, ""), decks, update.file)) for order in orders)
    return _to_whom(forms, typed.get("to", "ticked")) + markup_of(_send(forms, *each) for each in fields)


def _to_whom(forms: FormWriter, chosen: str) -> Markup:
    ways = (
        tick("to", forms.word(f"net.hall.{to}"), to, kind="radio", checked=to == chosen) for to in ("ticked", "all")
    )
    return fieldset(forms.word("net.hall.to"), *ways)


def _field(forms: FormWriter, order: Order, typed: str, decks: list[tuple[str, str]], file: str) -> Markup:
    word = forms.word(order.word)
    match order.kind:
        case OrderKind.TEXT:
            return tag("label", word, text_field(order, typed, 2 * MOST_MESSAGE_LETTERS))
        case OrderKind.NUMBER:
            values = forms.numbers(range(1, LOUDEST_WISH + 1), str(LOUDEST_WISH // 2))
            return forms.select(order, order.word, values)
        case OrderKind.TICK:
            return tick(order, word, ON)
        case OrderKind.CHOOSE:
            languages: list[tuple[str, str]] = [(code, NAMES[code]) for code in LANGUAGES]
            named = {Order.DECK: decks, Order.LANGUAGE: languages}[order]
            return forms.select(order, order.word, options_of([_NO_CHOICE, *named], ""))
    return tag("p", f"{word}: ", name_markup(file)) if order is Order.UPDATE else NO_MARKUP


def _decks(tables: tuple[SeenTable, ...], language: Language) -> list[tuple[str, str]]:
    """List all decks that any table has, named as a table of this language names them, if there is one."""
    found: dict[str, str] = {}
    for table in sorted(tables, key=lambda each: each.joined.language == language):
        found |= table.joined.decks
    return sorted(found.items(), key=lambda deck: deck[1])


def _send(forms: FormWriter, order: Order, field: Markup) -> Markup:
    about = forms.word(order.word)
    text = forms.word("net.hall.send") if field else about
    button = tag("button", text, name="do", value=order, aria_label=f"{about}: {text}" if field else None)
    return tag("div", field, button, class_="send")


def dusk_section(forms: FormWriter) -> Markup:
    """Write the form of the dusk: each table that has pressed START by then begins its night with the others."""
    ahead = forms.select("ahead", "net.hall.dusk.seconds", forms.numbers(map(int, DUSKS), DUSKS[1]))
    deeds = (tag("button", forms.word(f"net.hall.dusk.{deed}"), name="do", value=deed) for deed in ("announce", "off"))
    return tag("h2", forms.word("net.hall.dusk")) + forms.bare_form("/dusk", ahead + markup_of(deeds))


def read_form(fields: Mapping[str, str]) -> tuple[tuple[str, ...] | None, Order, str]:
    """Read which order is sent with which value to which tables, None for all of them. Raises RequestRefused, and
    NotSent if somebody has to be told."""
    order = next((order for order in Order if order == fields.get("do") and Who.FORM in order.who), None)
    if order is None or fields.get("to") not in {"ticked", "all"}:
        raise RequestRefused(400)
    typed = fields.get(order, OFF if order.kind is OrderKind.TICK else "")
    value = PRESS if order.kind is OrderKind.PRESS else _value(order, typed)
    names = tuple(name.removeprefix(TICK) for name in fields if name.startswith(TICK))
    if fields["to"] == "ticked" and not names:
        raise NotSent("net.hall.nobody")
    return None if fields["to"] == "all" else names, order, value


def _value(order: Order, typed: str) -> str:
    """Read the value to send. Each table knows by itself which decks there are."""
    text = tidy_message(typed) if order.kind is OrderKind.TEXT else typed
    is_known = len(text) <= _LONGEST_DECK if order is Order.DECK else wish_of_order(order, text.encode(), {})
    if not text or not is_known:
        match order.kind:
            case OrderKind.TEXT:
                raise NotSent(Refusal.UNSHOWN)
            case OrderKind.CHOOSE if not text:
                raise NotSent("net.hall.unchosen")
        raise RequestRefused(400)
    return text
