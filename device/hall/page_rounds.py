"""The round now played on the organiser's page: who sits where, which may still change."""

from collections.abc import Iterator

from device.hall.hall_frame import shown_name
from device.hall.shown_tournament import ShownTournament, deed_button, word_of
from device.hall.tournament.tournament_state import SeatedTable, TournamentRound
from device.kernel.markup import NO_MARKUP, Markup, tag
from device.net.form_writer import FormWriter, hidden_field, options_of, tick


def round_section(forms: FormWriter, shown: ShownTournament) -> Iterator[Markup]:
    now = shown.tournament.rounds[-1] if shown.tournament.rounds else None
    if now is None:
        yield _title(forms, 1) + tag("p", word_of(forms, "no-round"))
    else:
        yield _title(forms, now.number)
        yield tag("p", tag("a", word_of(forms, "print"), href="/tournament/seating"))
        yield forms.bare_form("/tournament/seats", _of_round(now.mark), "seats")
        yield from seating_section(forms, shown, now, changes=True)
        yield _idle(forms, shown, now)
        yield _closing(forms, shown, now) + _undoing(forms, now)


def _title(forms: FormWriter, number: int) -> Markup:
    return tag("h2", word_of(forms, "round", n=forms.figures(number)), id="round")


def seating_section(
    forms: FormWriter, shown: ShownTournament, now: TournamentRound, *, changes: bool
) -> Iterator[Markup]:
    """`changes` where somebody may leave, or sit down: there it stands below a heading of its own."""
    yield from (_table(forms, shown, table, changes=changes) for table in now.tables)
    seated = {person for table in now.tables for person in table.people}
    people = [each for each in shown.tournament.people if each.here and each.id not in seated]
    if people:
        yield tag("h3" if changes else "h2", word_of(forms, "unseated"))
        deeds = (_deed(forms, "sits", each.id, each.name, "sit") if changes else NO_MARKUP for each in people)
        rows = (tag("li", shown_name(each.name), " ", deed) for each, deed in zip(people, deeds, strict=True))
        yield tag("ul", *rows, class_="people")


def _table(forms: FormWriter, shown: ShownTournament, table: SeatedTable, *, changes: bool) -> Markup:
    names = shown.tournament.names
    caption = tag("caption", shown_name(shown.title(table.table)))
    head = (tag("th", forms.word(f"people.{what}"), scope="col") for what in ("place", "name"))
    more = tag("td") if changes else NO_MARKUP
    rows = (
        tag(
            "tr",
            tag("th", forms.figures(seat), scope="row"),
            tag("td", shown_name(names[person])),
            tag("td", _deed(forms, "leaves", person, names[person], "leaves")) if changes else NO_MARKUP,
        )
        for seat, person in enumerate(table.people, 1)
    )
    return tag("table", caption, tag("tr", *head, more), *rows, class_="seats")


def _deed(forms: FormWriter, deed: str, person: int, name: str, key: str) -> Markup:
    return deed_button(forms, "seats", deed, str(person), name, key)


def _of_round(mark: int) -> Markup:
    """A form means the round that was shown: sent twice, it does nothing to another."""
    return hidden_field("round", str(mark))


def _idle(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> Markup:
    """Fewer tables may play than were ticked: their number is what the wanted people at one make it."""
    idle = [table for table in shown.here if not now.people_at(table)]
    return tag("p", word_of(forms, "idle", tables=shown.called(idle))) if idle else NO_MARKUP


def _closing(forms: FormWriter, shown: ShownTournament, now: TournamentRound) -> Markup:
    tables = options_of([(each.table, shown.title(each.table)) for each in now.tables], "")
    chosen = forms.select("table", "net.hall.tournament.table", tables)
    fields = _of_round(now.mark) + chosen + sure_tick(forms, "close-sure")
    return forms.form("/tournament/close", fields, "net.hall.tournament.close") if now.tables else NO_MARKUP


def _undoing(forms: FormWriter, now: TournamentRound) -> Markup:
    fields = _of_round(now.mark) + sure_tick(forms, "undo-sure")
    return forms.form("/tournament/undo", fields, "net.hall.tournament.undo")


def sure_tick(forms: FormWriter, key: str) -> Markup:
    """Nothing leads back from it: it is ticked before it is sent."""
    return tick("sure", word_of(forms, key), required=True)
