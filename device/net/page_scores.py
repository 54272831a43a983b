"""The scores on the page: how the evening stands, its last games, and the mending of the last one."""

from collections.abc import Iterator
from typing import Any

from device.kernel.markup import NO_MARKUP, Markup, markup_of, tag
from device.kernel.people import EveningKind
from device.kernel.public_scores import ScoredGame, ScoredPerson, TableScores
from device.kernel.score_csv import scores_as_csv
from device.net.form_writer import FormWriter, fieldset, hidden_field, tick

_SHOWN_GAMES = 5


def scores_section(writer: FormWriter, scores: TableScores | None) -> Iterator[Markup]:
    """Return the scores; before a game was counted there are none, as on the glass."""
    yield tag("h2", writer.word("menu.scores"))
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
    won = markup_of((_name(writer, scores, person) for person in scores.champions), ", ")
    return tag("p", f"{writer.word('score.champion')}: ", won) if won else NO_MARKUP


def _standings(writer: FormWriter, scores: TableScores) -> Markup:
    """Return a table of all people, with what each of the newest games was worth below its number; empty for people who
    took no part."""
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
    """Return how the evening is decided, with the points that win it, if points do."""
    text = writer.word(f"score.kind.{scores.kind}")
    return f"{text} {writer.figures(scores.target)}" if scores.kind is EveningKind.SHORT else text


def _worth(writer: FormWriter, scores: TableScores, person: ScoredPerson) -> str:
    if person.out:
        return writer.word("score.out")
    if scores.kind is EveningKind.LONG:
        return writer.word("score.losses", n=writer.figures(person.losses))
    return writer.word("score.points", n=writer.figures(person.points))


def _games(writer: FormWriter, scores: TableScores) -> Markup:
    """Return the names of the games, each behind its number."""
    rows = (
        tag("li", f"{writer.figures(game.number)}. {writer.word(f'game.{game.game}')}, ", tag("bdi", game.title))
        for game in scores.games[-_SHOWN_GAMES:]
    )
    return tag("ul", *rows)


def _mend_form(writer: FormWriter, scores: TableScores, game: ScoredGame) -> Markup:
    """Return the form that says who has won the last game, each to be ticked or not."""
    title, has_won = writer.word("score.mend"), f": {writer.word('score.won')}"
    won = (
        tick(f"won-{person}", tag("span", _name(writer, scores, person), has_won), checked=bool(points))
        for person, points in sorted(game.points.items())
    )
    fields = fieldset(title, tag("p", writer.word("help.score.mend")), *won)
    return writer.wish("mend", _game_fields(scores, game) + fields, title)


def _strike_form(writer: FormWriter, scores: TableScores, game: ScoredGame) -> Markup:
    """Return the form that strikes the last game. Nothing leads back from it, so it is ticked before it is sent."""
    title = writer.word("score.strike")
    fields = _game_fields(scores, game) + tick("sure", title, required=True)
    return writer.wish("strike", fields, title, tag("p", writer.word("help.score.strike")))


def _game_fields(scores: TableScores, game: ScoredGame) -> Markup:
    """The game that is shown: where another is the last meanwhile, nothing is changed."""
    return hidden_field("evening", str(scores.evening)) + hidden_field("game", str(game.number))


def _name(writer: FormWriter, scores: TableScores, person: int) -> Markup:
    named = scores.people[person - 1].name if 0 < person <= len(scores.people) else ""
    return writer.person(person, named)


def scores_file(scores: TableScores) -> bytes:
    return scores_as_csv(_rows(scores)).encode()


def _rows(scores: TableScores) -> Iterator[tuple[Any, ...]]:
    """Give a row for each person of each game."""
    for game in scores.games:
        for person, points in sorted(game.points.items()):
            named = scores.people[person - 1].name if 0 < person <= len(scores.people) else ""
            yield scores.evening, scores.kind, game.number, game.game, game.scenario, person, named, points
