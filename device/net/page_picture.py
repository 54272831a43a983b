"""The picture of the table in which a result is entered at once: seat by seat whom it points at and which card it has,
or who died. The ring of the seats stands above it for fingers, and fills in the same fields."""

from collections.abc import Callable, Mapping

from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.public_question import PicturedSeat, PublicPicture, PublicQuestion
from device.net.form_writer import FormWriter, fieldset, hidden_field, options_of, tick
from device.net.ring import ring_picture

_UNKNOWN = ""


def picture_section(writer: FormWriter, question: PublicQuestion, draft: Mapping[str, str]) -> Markup:
    """Nothing where the question is not of a result that has one. What was entered stands there still."""
    picture = question.picture
    if picture is None:
        return NO_MARKUP
    fields = {**_entered(picture), **draft}
    meant = hidden_field("type", "result") + hidden_field("at", repr(question.at))
    parts = _points(writer, picture, fields) + _deaths(writer, picture, fields) + _cards(writer, picture, fields)
    form = writer.bare_form("/wish", meant + parts, named="result")
    return _ring(writer, picture) + form + tag("script", src="/ring.js", defer=True)


def _entered(picture: PublicPicture) -> dict[str, str]:
    """As fields of the form."""
    points = {f"points-{seat}": str(to) for seat, to in enumerate(picture.points, 1) if to is not None}
    held = {f"holds-{seat}": str(card) for seat, card in enumerate(picture.held, 1)}
    return points | held | {f"died-{seat}": "yes" for seat in picture.dead or ()}


def _points(writer: FormWriter, picture: PublicPicture, fields: dict[str, str]) -> Markup:
    def choices(seat: int) -> list[tuple[str, str]]:
        others = [(str(n), _plain(writer, each)) for n, each in enumerate(picture.seats, 1) if n != seat]
        return [(_UNKNOWN, "\u2013"), *others, ("0", writer.word("nobody"))]

    rows = _selects(writer, picture, "points", choices, fields)
    return _part(writer, "net.points", rows, "points")


def _deaths(writer: FormWriter, picture: PublicPicture, fields: dict[str, str]) -> Markup:
    rows = markup_of(
        tick(f"died-{seat}", writer.person(each.number, each.name), checked=f"died-{seat}" in fields)
        for seat, each in enumerate(picture.seats, 1)
    )
    return _part(writer, "ask.dead", rows, "died")


def _cards(writer: FormWriter, picture: PublicPicture, fields: dict[str, str]) -> Markup:
    cards = [("0", writer.word("net.card.other")), *((str(n), card) for n, card in enumerate(picture.cards, 1))]
    return _part(writer, "net.cards", _selects(writer, picture, "holds", lambda _: cards, fields), "cards")


def _selects(
    writer: FormWriter,
    picture: PublicPicture,
    kind: str,
    choices: Callable[[int], list[tuple[str, str]]],
    fields: dict[str, str],
) -> Markup:
    """One a seat. Of whom it points at, an answer is asked for: nobody is one too."""

    def select(seat: int) -> Markup:
        name = f"{kind}-{seat}"
        options = options_of(choices(seat), fields.get(name, _UNKNOWN))
        return tag("select", options, name=name, required=kind == "points")

    return markup_of(
        tag("label", writer.person(each.number, each.name), select(seat)) for seat, each in enumerate(picture.seats, 1)
    )


def _part(writer: FormWriter, title: str, rows: Markup, send: str) -> Markup:
    """With the button that sends it; only that of the votes needs all of them."""
    text, said = writer.word("net.set"), f"{writer.word(title)}: {writer.word('net.set')}"
    button = tag("button", text, name="send", value=send, aria_label=said, formnovalidate=send != "points")
    return fieldset(writer.word(title), rows, button)


def _ring(writer: FormWriter, picture: PublicPicture) -> Markup:
    """Shown where its script runs. What a finger sets stands beside it."""
    cards = [(str(place), card) for place, card in enumerate(picture.cards, 1)]
    kinds = [("points", writer.word("net.points")), ("died", writer.word("ask.dead")), *cards]
    first = "points" if picture.asked in {"points", "died"} or not cards else "1"
    brushes = (tick("brush", text, value, kind="radio", checked=value == first) for value, text in kinds)
    chosen = fieldset(writer.word("net.tap"), *brushes)
    return tag("div", chosen, ring_picture(writer, picture.seats), id="ring", hidden=True)


def _plain(writer: FormWriter, seat: PicturedSeat) -> str:
    return seat.name or writer.word("seat", n=writer.figures(seat.number))
