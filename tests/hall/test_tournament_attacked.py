"""A tournament's pages as they are attacked: without a pass, by wrong forms, by what is not there any more."""

from urllib.parse import urlencode

import pytest

from nightcrier.hall.tournament.forms import LIST_FILE, SPREADSHEETS, TOURNAMENT_FORMS, TOURNAMENT_PAGES
from nightcrier.web.exchange import PageAnswer, RequestRefused
from tests.hall.led_tournament import (
    BOTH,
    NAMES,
    act,
    drawn,
    said,
    with_people,
)
from tests.hall.organisers import Organisers


class TestAttacked:
    @pytest.mark.parametrize("path", sorted((*TOURNAMENT_PAGES, *SPREADSHEETS, *TOURNAMENT_FORMS, LIST_FILE)))
    @pytest.mark.parametrize("method", ["GET", "POST"])
    @pytest.mark.parametrize("key", ["", "x" * 43])
    def test_who_has_no_pass_sees_and_changes_nothing(
        self, organisers: Organisers, path: str, method: str, key: str
    ) -> None:
        drawn(organisers, with_people(organisers, "Secret", *NAMES), 1)
        before = organisers.tournament.tournament
        try:
            answer = organisers.ask(path, method, key, "mark=&sure=yes&round=1&away=1")
        except RequestRefused as refused:
            answer = PageAnswer(refused.status)
        assert answer.status in {403, 405} or b'name="password"' in answer.body
        assert b"Secret" not in answer.body
        assert organisers.tournament.tournament == before

    @pytest.mark.parametrize("path", sorted(TOURNAMENT_FORMS))
    @pytest.mark.parametrize("wrong", ["mark", "origin", "kind"])
    def test_no_form_from_elsewhere_is_taken(self, organisers: Organisers, path: str, wrong: str) -> None:
        key = with_people(organisers)
        mark = "x" * 22 if wrong == "mark" else organisers.mark(key)
        headers = {
            "mark": {},
            "origin": {"origin": "http://evil.example"},
            "kind": {"content-type": "text/plain"},
        }[wrong]
        assert organisers.refused(path, "POST", key, f"mark={mark}&x=y", **headers) in {403, 415}

    @pytest.mark.parametrize(
        ("path", "fields"),
        [
            ("/people", {}),
            ("/people", {"away": "1", "back": "2"}),
            ("/people", {"gone": "1"}),
            ("/people", {"away": "x"}),
            ("/people", {"away": "٣"}),
            ("/people", {"away": "9" * 5000}),
            ("/rename", {"called": "Bo"}),
            ("/bounds", {}),
            ("/bounds", {"fewest": "0", "wanted": "4", "most": "5"}),
            ("/bounds", {"fewest": "4", "wanted": "4", "most": "37"}),
            ("/draw", BOTH),
            ("/seats", {"round": "1"}),
            ("/seats", {"leaves": "1"}),
            ("/seats", {"round": "1", "leaves": "1", "sits": "2"}),
            ("/close", {"round": "1", "table": "one"}),
            ("/undo", {"round": "1"}),
            ("/undo", {"sure": "yes"}),
            ("/results/settle", {"game": "x"}),
            ("/results/settle", {"game": "x", "round": "1", "who-x": "Ada"}),
            ("/results/settle", {"game": "x", "round": "1", "who-37": "Ada"}),
            ("/results/games", {}),
            ("/results/games", {"counts": "x"}),
        ],
    )
    def test_what_is_no_form_of_the_page_is_refused(
        self, organisers: Organisers, path: str, fields: dict[str, str]
    ) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        before = organisers.tournament.tournament
        with pytest.raises(RequestRefused) as refused:
            act(organisers, key, path, fields)
        assert refused.value.status == 400
        assert organisers.tournament.tournament == before

    @pytest.mark.parametrize(
        ("path", "fields"),
        [
            ("/people", {"away": "99"}),
            ("/rename", {"person": "99", "called": "Zoe"}),
            ("/seats", {"round": "1", "leaves": "99"}),
            ("/seats", {"round": "7", "leaves": "1"}),
            ("/results/settle", {"game": "none", "round": "1"}),
            ("/results/settle", {"game": "none", "round": "9"}),
            ("/results/games", {"out": "none"}),
            ("/results/all-out", {"g-0": "none"}),
        ],
    )
    def test_what_is_not_there_any_more_is_said(
        self, organisers: Organisers, path: str, fields: dict[str, str]
    ) -> None:
        key = with_people(organisers)
        drawn(organisers, key, 1)
        before = organisers.tournament.tournament
        assert said(act(organisers, key, path, fields))
        assert organisers.tournament.tournament == before

    def test_too_many_changes_are_refused(self, organisers: Organisers) -> None:
        key = organisers.let_in()
        body = urlencode({"mark": organisers.mark(key), "away": "1"})
        statuses = {organisers.refused("/tournament/people", "POST", key, body) for _ in range(60)}
        assert statuses == {409, 429}
