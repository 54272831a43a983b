"""The round now played on the organiser's page: who sits where, which may still change."""

from collections.abc import Iterator
from html import escape

from device.hall.hall_frame import shown_name
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.tournament_state import SeatedTable, TournamentRound
from device.net.form_writer import FormWriter, hidden_field, options_of


def round_section(forms: FormWriter, shown: ShownTournament) -> Iterator[str]:
    now = shown.tournament.rounds[-1] if shown.tournament.rounds else None
    if now is None:
        yield f'<h2 id="round">{word_of(forms, "round", n=forms.figures(1))}</h2><p>{word_of(forms, "no-round")}</p>'
    else:
        yield f'<h2 id="round">{word_of(forms, "round", n=forms.figures(now.number))}</h2>'
        yield f'<p><a href="/tournament/seating">{word_of(forms, "print")}</a></p>'
        yield forms.bare_form("/tournament/seats", _of_round(now.mark), "seats")
        yield from seating_section(forms, shown, now, changes=True)
        yield _idle(forms, shown, now)
        yield _closing(forms, shown, now) + _undoing(forms, now)


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


def _idle(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> str:
    """Fewer tables may play than were ticked: their number is what the wanted people at one make it."""
    idle = [table for table in shown.here if not now.people_at(table)]
    return f"<p>{word_of(forms, 'idle', tables=shown.called(idle))}</p>" if idle else ""


def _closing(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> str:
    tables = options_of([(each.table, shown.title(each.table)) for each in now.tables], "")
    chosen = forms.select("table", "net.hall.tournament.table", tables)
    fields = _of_round(now.mark) + chosen + sure_tick(forms, "close-sure")
    return forms.form("/tournament/close", fields, "net.hall.tournament.close") if now.tables else ""


def _undoing(forms: FormWriter, now: TournamentRound) -> str:
    fields = _of_round(now.mark) + sure_tick(forms, "undo-sure")
    return forms.form("/tournament/undo", fields, "net.hall.tournament.undo")


def sure_tick(forms: FormWriter, key: str) -> str:
    """Nothing leads back from it: it is ticked before it is sent."""
    return f'<label class="row"><input type="checkbox" name="sure" value="yes" required>{word_of(forms, key)}</label>'
