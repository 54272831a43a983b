"""The scores on the page: how the evening stands, its last games, and the mending of the last one."""

from collections.abc import Iterator
from html import escape

from device.kernel.people import EveningKind
from device.kernel.public_scores import ScoredGame, ScoredPerson, TableScores
from device.net.form_writer import FormWriter, hidden_field

_SHOWN_GAMES = 5


def scores_section(writer: FormWriter, scores: TableScores | None) -> Iterator[str]:
    """Nothing stands there before a game was counted, as on the glass."""
    yield f"<h2>{writer.word('menu.scores')}</h2>"
    if scores is None or not scores.people:
        yield f"<p>{writer.word('score.none')}</p>"
        return
    yield _champions(writer, scores)
    yield _standings(writer, scores)
    if scores.games:
        yield _games(writer, scores)
        yield f'<p><a href="/scores.csv" download>{writer.word("net.csv")}</a></p>'
        yield _mending(writer, scores, scores.games[-1])
        yield _striking(writer, scores, scores.games[-1])


def _champions(writer: FormWriter, scores: TableScores) -> str:
    won = ", ".join(_name(writer, scores, person) for person in scores.champions)
    return f"<p>{writer.word('score.champion')}: {won}</p>" if won else ""


def _standings(writer: FormWriter, scores: TableScores) -> str:
    """Who stands where, and what each of the newest games was worth, below its number."""
    games = scores.games[-_SHOWN_GAMES:]
    heads = "".join(f'<th scope="col">{writer.figures(game.number)}</th>' for game in games)
    rows = "".join(
        f'<tr><th scope="row">{writer.person(number, each.name)}</th><td>{_worth(writer, scores, each)}</td>'
        f"{''.join(_cell(writer, game, number) for game in games)}</tr>"
        for number, each in enumerate(scores.people, 1)
    )
    head = f'<tr><td></td><th scope="col">{writer.word("score.show")}</th>{heads}</tr>'
    return f"<table><caption>{_kind(writer, scores)}</caption>{head}{rows}</table>"


def _cell(writer: FormWriter, game: ScoredGame, person: int) -> str:
    """Empty for who took no part."""
    return f"<td>{writer.figures(game.points[person]) if person in game.points else ''}</td>"


def _kind(writer: FormWriter, scores: TableScores) -> str:
    """How the evening is decided, with the points that win it where points do."""
    text = writer.word(f"score.kind.{scores.kind}")
    return f"{text} {writer.figures(scores.target)}" if scores.kind is EveningKind.SHORT else text


def _worth(writer: FormWriter, scores: TableScores, person: ScoredPerson) -> str:
    if person.out:
        return writer.word("score.out")
    if scores.kind is EveningKind.LONG:
        return writer.word("score.losses", n=writer.figures(person.losses))
    return writer.word("score.points", n=writer.figures(person.points))


def _games(writer: FormWriter, scores: TableScores) -> str:
    """What was played below each number."""
    rows = "".join(
        f"<li>{writer.figures(game.number)}. {writer.word(f'game.{game.game}')}, <bdi>{escape(game.title)}</bdi></li>"
        for game in scores.games[-_SHOWN_GAMES:]
    )
    return f"<ul>{rows}</ul>"


def _mending(writer: FormWriter, scores: TableScores, game: ScoredGame) -> str:
    """Who has won it, each to be ticked or not."""
    won = "".join(
        f'<label class="row"><input type="checkbox" name="won-{person}" value="yes"{" checked" if points else ""}>'
        f"<span>{_name(writer, scores, person)}: {writer.word('score.won')}</span></label>"
        for person, points in sorted(game.points.items())
    )
    title = writer.word("score.mend")
    told = f"<legend>{title}</legend><p>{writer.word('help.score.mend')}</p>"
    return writer.wish("mend", f"{_meant(scores, game)}<fieldset>{told}{won}</fieldset>", title) if won else ""


def _striking(writer: FormWriter, scores: TableScores, game: ScoredGame) -> str:
    """Nothing leads back from it: it is ticked before it is sent."""
    title = writer.word("score.strike")
    sure = f'<label class="row"><input type="checkbox" name="sure" value="yes" required>{title}</label>'
    told = f"<p>{writer.word('help.score.strike')}</p>"
    return writer.wish("strike", _meant(scores, game) + sure, title, told) if game.points else ""


def _meant(scores: TableScores, game: ScoredGame) -> str:
    """The game that is shown: where another is the last meanwhile, nothing is changed."""
    return hidden_field("evening", str(scores.evening)) + hidden_field("game", str(game.number))


def _name(writer: FormWriter, scores: TableScores, person: int) -> str:
    named = scores.people[person - 1].name if 0 < person <= len(scores.people) else ""
    return writer.person(person, named)
