"""The forms of the organiser's page, as they are attacked: wrong methods, from elsewhere, sizes, paths, chance."""

from random import Random

import pytest

from hall.tests.organisers import HOST, TO_ALL, with_tables
from nightcrier.web.exchange import RequestRefused
from nightcrier_hall.seen_tables import MOST_TABLES
from nightcrier_hall.site import LARGEST_FORM


class TestForms:
    @pytest.mark.parametrize(
        "path", ["/", "/sent", "/hall.js", "/events", "/send", "/one", "/join", "/enter", "/leave"]
    )
    @pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "get"])
    def test_other_methods_are_refused(self, organisers, path, method):
        assert organisers.refused(path, method) == 405

    @pytest.mark.parametrize(
        "path",
        ["//", "/../etc/passwd", "/hall.js/", "/files/hall.js", "/%2e%2e/", "/?x", "/sent?", "/page.js", "*", ""],
    )
    def test_no_other_path_leads_anywhere(self, organisers, path):
        assert organisers.refused(path) == 404

    @pytest.mark.parametrize("host", ["", "evil.example", "spring.evil.example", "a b", "x:y", "localhost:8090.evil"])
    def test_a_name_that_was_turned_to_this_machine_is_refused(self, organisers, host):
        assert organisers.refused("/", host=host) == 400

    @pytest.mark.parametrize(
        "origin", ["", "null", "http://evil.example", f"https://{HOST}", "http://192.168.1.9:8080"]
    )
    @pytest.mark.parametrize("path", ["/send", "/one", "/join", "/enter", "/leave"])
    def test_a_form_from_elsewhere_is_refused(self, organisers, path, origin):
        assert organisers.refused(path, "POST", with_tables(organisers, "one"), "x=y", origin=origin) == 403

    @pytest.mark.parametrize("mark", ["", "x" * 22, "é"])
    def test_a_form_without_the_mark_of_its_pass_changes_nothing(self, organisers, mark):
        key = with_tables(organisers, "one")
        body = "&".join(f"{name}={value}" for name, value in {"mark": mark, **TO_ALL}.items())
        for path in ("/send", "/one", "/join"):
            assert organisers.refused(path, "POST", key, body) == 403
        assert organisers.sent() == []

    @pytest.mark.parametrize(
        "fields",
        [
            {},
            {"to": "all"},
            {"do": "loudness"},
            {"to": "nobody", "do": "loudness", "loudness": "7"},
            {"to": "all", "do": "helped"},
            {"to": "all", "do": "loudness"},
            {"to": "all", "do": "loudness", "loudness": "0"},
            {"to": "all", "do": "loudness", "loudness": "21"},
            {"to": "all", "do": "loudness", "loudness": "٣"},
            {"to": "all", "do": "language", "language": "xx"},
            {"to": "all", "do": "deck", "deck": "x" * 131},
        ],
    )
    def test_what_is_no_form_of_the_page_is_refused(self, organisers, fields):
        key = with_tables(organisers, "one")
        with pytest.raises(RequestRefused) as refused:
            organisers.post("/send", key, **fields)
        assert refused.value.status == 400
        assert organisers.sent() == []

    @pytest.mark.parametrize("fields", [{}, {"identify": "one", "answer": "one"}, {"begin": "one"}])
    def test_nor_of_a_button(self, organisers, fields):
        key = with_tables(organisers, "one")
        with pytest.raises(RequestRefused):
            organisers.post("/one", key, **fields)
        assert organisers.sent() == []

    def test_random_forms_send_nothing(self, organisers):
        key, rng = with_tables(organisers, "one"), Random(4)
        shown = organisers.gate.pass_of(key, organisers.now)
        assert shown
        for _ in range(2000):
            organisers.now += 1.0
            body = f"mark={shown.mark}&" + "".join(rng.choices("=&%tadosend-123?;+", k=rng.randrange(40)))
            organisers.refused(rng.choice(("/send", "/one")), "POST", key, body)
        assert organisers.sent() == []

    def test_too_many_changes_are_refused(self, organisers):
        key, statuses = with_tables(organisers, "one"), set()
        for _ in range(60):
            try:
                statuses.add(organisers.post("/send", key, **TO_ALL).status)
            except RequestRefused as refused:
                statuses.add(refused.status)
        assert statuses == {303, 429}

    def test_a_form_with_all_tables_ticked_is_read(self, organisers):
        ticked = {f"t-{'x' * 29}{number:03}": "yes" for number in range(MOST_TABLES)}
        key = with_tables(organisers, "one")
        assert sum(len(name) + 5 for name in ticked) < LARGEST_FORM - 1024
        assert organisers.post("/send", key, **ticked, to="ticked", do="identify").status == 303
