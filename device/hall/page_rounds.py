"""Rounds on the organiser's page: how many sit at a table, the next round to be drawn, and who sits where in the newest
one, which may still change."""

from collections.abc import Iterator
from html import escape

from device.hall.hall_frame import shown_name
from device.hall.page_tables import TICK
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.draw_round import next_round_number
from device.hall.tournament.settled_games import untold_tables
from device.hall.tournament.tournament_state import SeatedTable, TournamentRound
from device.kernel.people import MOST_PEOPLE
from device.net.form_writer import FormWriter, hidden_field, options_of

BOUNDS = ("fewest", "wanted", "most")
"""In the order in which none may be smaller than the one before it."""


def rounds_section(forms: FormWriter, shown: ShownTournament) -> Iterator[str]:
    now = shown.tournament.rounds[-1] if shown.tournament.rounds else None
    if now is None:
        yield f'<h2 id="round">{word_of(forms, "round", n=forms.figures(1))}</h2><p>{word_of(forms, "no-round")}</p>'
    else:
        yield f'<h2 id="round">{word_of(forms, "round", n=forms.figures(now.number))}</h2>'
        yield f'<p><a href="/tournament/seating">{word_of(forms, "print")}</a></p>'
        yield forms.bare_form("/tournament/seats", _of_round(now.mark), "seats")
        yield from seating_section(forms, shown, now, changes=True)
        yield _closing(forms, shown, now) + _undoing(forms, now)
    yield _bounds(forms, shown)
    yield _drawing(forms, shown)


def seating_section(forms: FormWriter, shown: ShownTournament, now: TournamentRound, *, changes: bool) -> Iterator[str]:
    """`changes` where somebody may leave, or sit down: there it stands below a heading of its own."""
    yield "".join(_table(forms, shown, table, changes=changes) for table in now.tables)
    seated = {person for table in now.tables for person in table.people}
    people = [each for each in shown.tournament.people if each.here and each.id not in seated]
    if people:
        rows = "".join(
            f"<li>{shown_name(each.name)} {_deed(forms, 'sits', each.id, each.name, 'sit') if changes else ''}</li>"
            for each in people
        )
        level = 3 if changes else 2
        yield f'<h{level}>{word_of(forms, "unseated")}</h{level}><ul class="people">{rows}</ul>'


def _table(forms: FormWriter, shown: ShownTournament, table: SeatedTable, *, changes: bool) -> str:
    names = shown.tournament.names
    head = f'<th scope="col">{forms.word("people.place")}</th><th scope="col">{forms.word("people.name")}</th>'
    rows = "".join(
        f'<tr><th scope="row">{forms.figures(seat)}</th><td>{shown_name(names[person])}</td>'
        f"{_leaving(forms, person, names[person]) if changes else ''}</tr>"
        for seat, person in enumerate(table.people, 1)
    )
    more = "<td></td>" if changes else ""
    caption = f"<caption>{shown_name(shown.title(table.table))}</caption>"
    return f'<table class="seats">{caption}<tr>{head}{more}</tr>{rows}</table>'


def _leaving(forms: FormWriter, person: int, name: str) -> str:
    return f"<td>{_deed(forms, 'leaves', person, name, 'leaves')}</td>"


def _deed(forms: FormWriter, deed: str, person: int, name: str, key: str) -> str:
    return deed_button(forms, "seats", deed, str(person), escape(name), key)


def _of_round(mark: int) -> str:
    """A form means the round that was shown: sent twice, it does nothing to another."""
    return hidden_field("round", str(mark))


def _closing(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> str:
    tables = options_of([(each.table, shown.title(each.table)) for each in now.tables], "")
    chosen = forms.select("table", "net.hall.tournament.table", tables)
    fields = _of_round(now.mark) + chosen + _sure(forms, "close-sure")
    return forms.form("/tournament/close", fields, "net.hall.tournament.close") if now.tables else ""


def _undoing(forms: FormWriter, now: TournamentRound) -> str:
    fields = _of_round(now.mark) + _sure(forms, "undo-sure")
    return forms.form("/tournament/undo", fields, "net.hall.tournament.undo")


def _sure(forms: FormWriter, key: str) -> str:
    """Nothing leads back from it: it is ticked before it is sent."""
    return f'<label class="row"><input type="checkbox" name="sure" value="yes" required>{word_of(forms, key)}</label>'


def _bounds(forms: FormWriter, shown: ShownTournament) -> str:
    bounds = shown.tournament.bounds
    numbers = [(str(n), str(n)) for n in range(1, MOST_PEOPLE + 1)]
    fields = "".join(
        forms.select(kind, f"net.hall.tournament.{kind}", options_of(numbers, str(getattr(bounds, kind))))
        for kind in BOUNDS
    )
    text = word_of(forms, "bounds")
    return f"<h2>{text}</h2>{forms.form('/tournament/bounds', fields, 'net.set', text)}"


def _drawing(forms: FormWriter, shown: ShownTournament) -> str:
    """The tables that answer, all ticked; or those that were, in a form that was refused."""
    number = next_round_number(shown.tournament)
    text = word_of(forms, "draw", n=forms.figures(number))
    if not shown.here:
        return f'<h2 id="draw">{text}</h2><p>{word_of(forms, "no-table")}</p>'
    ticked = [table for table in shown.here if TICK + table in shown.typed] or shown.here
    ticks = "".join(
        f'<label class="row"><input type="checkbox" name="{TICK}{table}" value="yes"'
        f"{' checked' if table in ticked else ''}>{shown_name(shown.title(table))}</label>"
        for table in shown.here
    )
    chosen = f"<fieldset><legend>{word_of(forms, 'tables')}</legend>{ticks}</fieldset>"
    fields = f"{chosen}{_untold(forms, shown)}<button>{text}</button>"
    form = forms.bare_form("/tournament/draw", hidden_field("round", str(number)) + fields)
    return f'<h2 id="draw">{text}</h2>{form}'


def _untold(forms: FormWriter, shown: ShownTournament) -> str:
    """A table may still be playing."""
    tables = untold_tables(shown.tournament)
    said = f"<p>{word_of(forms, 'untold', tables=shown.called(tables))}</p>"
    return f"{said}{_sure(forms, 'draw-sure')}" if tables else ""
