"""Reads the forms of a tournament's people: who comes, who goes, who is called otherwise."""

from device.hall.form_reading import Fields, TournamentChange, TournamentForm, form_number, pressed_button
from device.hall.tournament.people_csv import people_of_csv
from device.hall.tournament.tournament_people import checked_name, with_name, with_people, with_presence
from device.hall.tournament.tournament_state import Tournament


def listed_people(content: bytes) -> TournamentChange:
    """Who is on a list comes. Raises BadFile and NameRefused."""
    names = people_of_csv(content, "people.csv")
    return lambda now: with_people(now, names)


def _list(fields: Fields) -> TournamentChange:
    return listed_people(fields.get("names", "").encode())


def _presence(fields: Fields) -> TournamentChange:
    deed, meant = pressed_button(fields, {"away", "back"})
    person = form_number(meant)
    return lambda now: with_presence(now, person, here=deed == "back")


def _add(fields: Fields) -> TournamentChange:
    """Who has gone comes back by the name; who is here would be there twice."""

    def added(now: Tournament) -> Tournament:
        here = [person.name for person in now.people if person.here]
        return with_people(now, (checked_name(fields.get("name", ""), here),))

    return added


def _rename(fields: Fields) -> TournamentChange:
    person, called = form_number(fields.get("person", "")), fields.get("called", "")
    return lambda now: with_name(now, person, called)


PEOPLE_FORMS = {
    "/tournament/people": TournamentForm(_presence, "people"),
    "/tournament/add": TournamentForm(_add, "people"),
    "/tournament/list": TournamentForm(_list, "people"),
    "/tournament/rename": TournamentForm(_rename, "people"),
}
