"""Writes the results of games on the page: the question about a result, the picture of the table, and the scores.

The page shows a question while the glass shows it, and people touch an answer. In the picture of the table, the whole
result is entered at once, seat by seat: whom the seat points at and which card it has, or who died. People touch the
ring of the seats, and the ring fills in the fields below it.

The scores show the points of the evening and its last games. The last game can be corrected."""

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Any

from nightcrier.kernel.people import EveningKind
from nightcrier.kernel.rows import scores_as_csv
from nightcrier.phone.form_wishes import KeptForm
from nightcrier.web.forms import FormWriter, fieldset, hidden_field, options_of, tick
from nightcrier.web.markup import NO_MARKUP, Markup, join_markup, tag
from nightcrier.wire.public_record import (
    PicturedSeat,
    PublicPicture,
    PublicQuestion,
    ScoredGame,
    ScoredPerson,
    TableScores,
)

SIDE = 320
"""The width and height of the picture in dots. On a phone that is 360 dots wide, the picture is as wide as the page."""
_AROUND, LARGEST = 126, 30
"""The distance of each seat from the middle of the ring in dots, and the largest half width of a seat."""
_NAMED = 24
"""The smallest half width of a seat with enough room for a name."""
_LETTERS = 7
_ARROW = tag("path", d="M0 0 6 3 0 6z")
_TIP = tag("marker", _ARROW, id="tip", viewBox="0 0 6 6", refX=5, refY=3, markerWidth=7, markerHeight=7, orient="auto")


def question_section(writer: FormWriter, question: PublicQuestion, kept: KeptForm | None) -> Markup:
    """Return the forms of a question. If the question has a picture for entering the whole result, the ring comes
    first, and its script hides the fields for the same result."""
    answers = _answers(writer, question) if question.answers else NO_MARKUP
    if question.picture is None:
        return answers
    fields = _picture(writer, question.picture, question.at, kept.fields if kept else {})
    before, folded = (NO_MARKUP, answers + fields) if question.marked else (answers, fields)
    more = tag("details", tag("summary", writer.word("key.more")), folded, open=True, id="fields")
    return before + _ring(writer, question.picture) + more + tag("script", src="/ring.js", defer=True)


def _answers(writer: FormWriter, question: PublicQuestion) -> Markup:
    """Return the answers of a question. If only one answer can be given, its button sends it. If several can be given,
    they are ticked and then sent together."""
    meant = hidden_field("type", "answer") + hidden_field("at", repr(question.at))
    named = [(f"value-{each.value}", tag("bdi", each.text)) for each in question.answers]
    if question.marked:
        ticks = fieldset(question.text, *(tick(name, text) for name, text in named))
        return writer.form("/wish", meant + ticks, "net.set", question.text)
    buttons = (tag("button", text, name=name, value="yes") for name, text in named)
    return writer.bare_form("/wish", meant + fieldset(question.text, *buttons))


def _picture(writer: FormWriter, picture: PublicPicture, at: float, draft: Mapping[str, str]) -> Markup:
    """Return the form of the picture, seat by seat, filled in with what was entered before. Each part has a button that
    sends it; only for the votes, all fields must be filled in."""
    fields, word = {**_fields_so_far(picture), **draft}, writer.word
    seats = (_seat_fields(writer, picture, seat, fields) for seat in range(1, len(picture.seats) + 1))
    titles = {"points": word("net.points"), "died": word("ask.dead"), "cards": word("net.cards")}
    sends = (
        tag("button", f"{title} {word('net.set')}", name="send", value=part, formnovalidate=part != "points")
        for part, title in titles.items()
    )
    meant = hidden_field("type", "result") + hidden_field("at", repr(at))
    return writer.bare_form("/wish", meant + join_markup((*seats, *sends)), named="result")


def _fields_so_far(picture: PublicPicture) -> dict[str, str]:
    points = {f"points-{seat}": str(to) for seat, to in enumerate(picture.points, 1) if to is not None}
    held = {f"holds-{seat}": str(card) for seat, card in enumerate(picture.held, 1)}
    return points | held | {f"died-{seat}": "yes" for seat in picture.dead or ()}


def _seat_fields(writer: FormWriter, picture: PublicPicture, seat: int, fields: Mapping[str, str]) -> Markup:
    """Return the fields for whom a seat points at, whether it died, and which card it has, which may stay unknown."""
    word, here = writer.word, picture.seats[seat - 1]
    others = [
        (str(n), writer.called(each.number, each.name)) for n, each in enumerate(picture.seats, 1) if each is not here
    ]
    points = options_of([("", "\u2013"), *others, ("0", word("nobody"))], fields.get(f"points-{seat}", ""))
    cards = [("0", word("net.card.other")), *((str(n), card) for n, card in enumerate(picture.cards, 1))]
    holds = options_of(cards, fields.get(f"holds-{seat}", ""))
    return fieldset(
        writer.person(here.number, here.name),
        tag("label", word("net.points"), tag("select", points, name=f"points-{seat}", required=True)),
        tick(f"died-{seat}", word("ask.dead"), checked=f"died-{seat}" in fields),
        tag("label", word("net.cards"), tag("select", holds, name=f"holds-{seat}")),
    )


def _ring(writer: FormWriter, picture: PublicPicture) -> Markup:
    """Return the ring with its brushes, which is visible only if its script runs. The fields below the ring show what
    was entered."""
    cards = [(str(place), card) for place, card in enumerate(picture.cards, 1)]
    kinds = [("points", writer.word("net.points")), ("died", writer.word("ask.dead")), *cards]
    first = "points" if picture.asked in {"points", "died"} or not cards else "1"
    brushes = (tick("brush", text, value, kind="radio", checked=value == first) for value, text in kinds)
    chosen = fieldset(writer.word("net.tap"), *brushes)
    asked = {"holds": "cards", "died": "died"}.get(picture.asked, "points")
    sends = tag("button", writer.word("net.set"), form="result", name="send", value=asked, formnovalidate=True)
    return tag("div", chosen, ring_picture(writer, picture.seats), sends, id="ring", hidden=True)


def ring_picture(writer: FormWriter, seats: Sequence[PicturedSeat], *, leads: bool = False) -> Markup:
    """Draw the ring of seats. If it `leads` to the people, each seat is a link. Otherwise it is for people who see and
    touch, and the text beside or below the ring says the same for everybody."""
    half = seat_half(len(seats))
    drawn = [_seat(writer, place, len(seats), half, each, leads=leads) for place, each in enumerate(seats)]
    arrows = NO_MARKUP if leads else tag("defs", _TIP) + tag("g", id="arrows")
    size = {"class_": "ring", "viewBox": f"0 0 {SIDE} {SIDE}"}
    return tag("svg", arrows, *drawn, **size, aria_hidden=None if leads else "true")


def seat_half(seats: int) -> int:
    """Return half the width of a seat. The seats are as large as possible without overlapping."""
    return min(LARGEST, int(_AROUND * sin(pi / max(2, seats))) - 1)


def _seat(writer: FormWriter, place: int, seats: int, half: int, seat: PicturedSeat, *, leads: bool) -> Markup:
    turn = 2 * pi * place / seats
    x, y = round(SIDE / 2 + _AROUND * sin(turn)), round(SIDE / 2 - _AROUND * cos(turn))
    is_named = bool(seat.name) and half >= _NAMED
    name = tag("text", shorten(seat.name), class_="name", x=x, y=y + 12) if is_named else NO_MARKUP
    number = tag("text", writer.figures(seat.number), x=x, y=y - 2 if is_named else y + 7)
    drawn = tag("circle", cx=x, cy=y, r=half) + number + name
    if leads:
        return tag("a", drawn, href=f"/people#person-{seat.number}", aria_label=writer.called(seat.number, seat.name))
    card = tag("text", class_="card-of", x=x, y=y + half + 8)
    return tag("g", drawn, card, data_seat=place + 1)


def shorten(name: str) -> str:
    """Return a name, cut after a few letters if it is too long. A letter keeps its combining marks."""
    begins = [at for at, sign in enumerate(name) if unicodedata.category(sign) not in {"Mn", "Mc", "Me", "Cf"}]
    return name if len(begins) <= _LETTERS else name[: begins[_LETTERS - 1]] + "\u2026"


_SHOWN_GAMES = 5


def scores_section(writer: FormWriter, scores: TableScores | None) -> Iterator[Markup]:
    """Return the scores. Before a game was counted, only a sentence says that there are no scores, as on the glass."""
    if scores is None or not scores.people:
        yield tag("p", writer.word("score.none"))
        return
    yield _champions(writer, scores)
    yield _standings(writer, scores)
    if scores.games:
        yield _games(writer, scores)
        yield tag("p", tag("a", writer.word("net.csv"), href="/scores.csv", download=True))
        if scores.games[-1].points:
            yield _mend_form(writer, scores, scores.games[-1])
            yield _strike_form(writer, scores, scores.games[-1])


def _champions(writer: FormWriter, scores: TableScores) -> Markup:
    won = join_markup((_person(writer, scores, person) for person in scores.champions), ", ")
    return tag("p", f"{writer.word('score.champion')}: ", won) if won else NO_MARKUP


def _standings(writer: FormWriter, scores: TableScores) -> Markup:
    """Return a table of all people with their points in each of the newest games. The cell is empty if the person did
    not take part."""
    games = scores.games[-_SHOWN_GAMES:]
    heads = (writer.word("score.show"), *(writer.figures(game.number) for game in games))
    rows = (
        tag(
            "tr",
            tag("th", writer.person(number, each.name), scope="row"),
            tag("td", _worth(writer, scores, each)),
            *(tag("td", writer.figures(game.points.get(number, ""))) for game in games),
        )
        for number, each in enumerate(scores.people, 1)
    )
    head = tag("tr", tag("td"), *(tag("th", text, scope="col") for text in heads))
    return tag("table", tag("caption", _kind(writer, scores)), head, *rows)


def _kind(writer: FormWriter, scores: TableScores) -> str:
    """Return the text that says how the evening is won. If points decide, it includes the points that are needed."""
    text = writer.word(f"score.kind.{scores.kind}")
    return f"{text} {writer.figures(scores.target)}" if scores.kind is EveningKind.SHORT else text


def _worth(writer: FormWriter, scores: TableScores, person: ScoredPerson) -> str:
    if person.out:
        return writer.word("score.out")
    if scores.kind is EveningKind.LONG:
        return writer.word("score.losses", n=writer.figures(person.losses))
    return writer.word("score.points", n=writer.figures(person.points))


def _games(writer: FormWriter, scores: TableScores) -> Markup:
    rows = (
        tag("li", f"{writer.figures(game.number)}. {writer.game(game.game, game.title)}, ", tag("bdi", game.title))
        for game in scores.games[-_SHOWN_GAMES:]
    )
    return tag("ul", *rows)


def _mend_form(writer: FormWriter, scores: TableScores, game: ScoredGame) -> Markup:
    title, has_won = writer.word("score.mend"), f": {writer.word('score.won')}"
    won = (
        tick(f"won-{person}", tag("span", _person(writer, scores, person), has_won), checked=bool(points))
        for person, points in sorted(game.points.items())
    )
    fields = fieldset(title, tag("p", writer.word("help.score.mend")), *won)
    return writer.wish("mend", _game_fields(scores, game) + fields, title)


def _strike_form(writer: FormWriter, scores: TableScores, game: ScoredGame) -> Markup:
    """Return the form that deletes the last game. A box must be ticked first, because a deleted game cannot be
    restored."""
    title = writer.word("score.strike")
    fields = _game_fields(scores, game) + tick("sure", title, required=True)
    return writer.wish("strike", fields, title, tag("p", writer.word("help.score.strike")))


def _game_fields(scores: TableScores, game: ScoredGame) -> Markup:
    """Return the fields that identify the last game. If another game is the last one when the form is sent, nothing is
    changed."""
    return hidden_field("evening", str(scores.evening)) + hidden_field("game", str(game.number))


def _person(writer: FormWriter, scores: TableScores, person: int) -> Markup:
    return writer.person(person, _name(scores, person))


def _name(scores: TableScores, person: int) -> str:
    return scores.people[person - 1].name if 0 < person <= len(scores.people) else ""


def scores_file(scores: TableScores) -> bytes:
    return scores_as_csv(_rows(scores)).encode()


def _rows(scores: TableScores) -> Iterator[tuple[Any, ...]]:
    for game in scores.games:
        for person, points in sorted(game.points.items()):
            name = _name(scores, person)
            yield scores.evening, scores.kind, game.number, game.game, game.scenario, person, name, points
