"""The picture of the table in which a result is entered at once: seat by seat whom it points at and which card it has,
or who died. The ring of the seats stands above it for fingers, and fills in the same fields."""

from collections.abc import Callable
from html import escape

from device.kernel.public_question import PicturedSeat, PublicPicture, PublicQuestion
from device.net.form_writer import FormWriter, hidden_field, options_of
from device.net.result_drafts import ResultDraft
from device.net.ring import ring_picture

_UNKNOWN = ""


def picture_section(writer: FormWriter, question: PublicQuestion, draft: ResultDraft | None) -> str:
    """Nothing where the question is not of a result that has one. What was sent and does not fit is said."""
    picture = question.picture
    if picture is None:
        return ""
    stopped = draft is not None and draft.stopped == question.at
    told = writer.alert(writer.word("net.stopped")) if stopped else ""
    fields = _entered(picture) | (dict(draft.fields) if draft else {})
    meant = hidden_field("type", "result") + hidden_field("at", repr(question.at))
    parts = _points(writer, picture, fields) + _deaths(writer, picture, fields) + _cards(writer, picture, fields)
    form = writer.bare_form("/wish", meant + parts, named="result")
    return f'{told}{_ring(writer, picture)}{form}<script src="/ring.js" defer></script>'


def _entered(picture: PublicPicture) -> dict[str, str]:
    """As fields of the form."""
    points = {f"points-{seat}": str(to) for seat, to in enumerate(picture.points, 1) if to is not None}
    held = {f"holds-{seat}": str(card) for seat, card in enumerate(picture.held, 1)}
    return points | held | {f"died-{seat}": "yes" for seat in picture.dead or ()}


def _points(writer: FormWriter, picture: PublicPicture, fields: dict[str, str]) -> str:
    def choices(seat: int) -> list[tuple[str, str]]:
        others = [(str(n), _plain(writer, each)) for n, each in enumerate(picture.seats, 1) if n != seat]
        return [(_UNKNOWN, "\u2013"), *others, ("0", writer.plain("nobody"))]

    rows = _selects(writer, picture, "points", choices, fields)
    return _part(writer, "net.points", rows, "points")


def _deaths(writer: FormWriter, picture: PublicPicture, fields: dict[str, str]) -> str:
    rows = "".join(
        f'<label class="row"><input type="checkbox" name="died-{seat}" value="yes"'
        f"{' checked' if f'died-{seat}' in fields else ''}>{writer.person(each.number, each.name)}</label>"
        for seat, each in enumerate(picture.seats, 1)
    )
    return _part(writer, "ask.dead", rows, "died")


def _cards(writer: FormWriter, picture: PublicPicture, fields: dict[str, str]) -> str:
    cards = [("0", writer.plain("net.card.other")), *((str(n), card) for n, card in enumerate(picture.cards, 1))]
    return _part(writer, "net.cards", _selects(writer, picture, "holds", lambda _: cards, fields), "cards")


def _selects(
    writer: FormWriter,
    picture: PublicPicture,
    kind: str,
    choices: Callable[[int], list[tuple[str, str]]],
    fields: dict[str, str],
) -> str:
    """One a seat. Of whom it points at, an answer is asked for: nobody is one too."""
    needed = " required" if kind == "points" else ""
    return "".join(
        f'<label>{writer.person(each.number, each.name)}<select name="{kind}-{seat}"{needed}>'
        f"{options_of(choices(seat), fields.get(f'{kind}-{seat}', _UNKNOWN))}</select></label>"
        for seat, each in enumerate(picture.seats, 1)
    )


def _part(writer: FormWriter, title: str, rows: str, send: str) -> str:
    """With the button that sends it; only that of the votes needs all of them."""
    text, free = writer.word("net.set"), "" if send == "points" else " formnovalidate"
    button = f'<button name="send" value="{send}" aria-label="{writer.word(title)}: {text}"{free}>{text}</button>'
    return f"<fieldset><legend>{writer.word(title)}</legend>{rows}{button}</fieldset>"


def _ring(writer: FormWriter, picture: PublicPicture) -> str:
    """Shown where its script runs. What a finger sets stands beside it."""
    cards = [(str(place), escape(card)) for place, card in enumerate(picture.cards, 1)]
    kinds = [("points", writer.word("net.points")), ("died", writer.word("ask.dead")), *cards]
    first = "points" if picture.asked in {"points", "died"} or not cards else "1"
    brushes = "".join(
        f'<label class="row"><input type="radio" name="brush" value="{kind}"{" checked" if kind == first else ""}>'
        f"{text}</label>"
        for kind, text in kinds
    )
    chosen = f"<fieldset><legend>{writer.word('net.tap')}</legend>{brushes}</fieldset>"
    return f'<div id="ring" hidden>{chosen}{ring_picture(writer, picture.seats)}</div>'


def _plain(writer: FormWriter, seat: PicturedSeat) -> str:
    return seat.name or writer.plain("seat", n=writer.figures(seat.number))
