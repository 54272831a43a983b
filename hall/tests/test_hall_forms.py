"""Attacks the forms of the organizer's page: wrong methods, foreign origins, sizes, paths, random data. Also tests the
file with which a new table joins; another library reads its QR code."""

import re
from random import Random

import numpy as np
import pytest
import zxingcpp

from hall.tests.organisers import HOST, TO_ALL, Organisers, with_tables
from nightcrier.web.exchange import RequestRefused
from nightcrier_hall.seen_tables import MOST_TABLES
from nightcrier_hall.site import INVITED, LARGEST_FORM, Invitations
from nightcrier_hall.tables_page import code_square


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
    def test_a_form_without_the_mark_of_its_pass_changes_nothing(self, organisers, key, mark):
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
    def test_what_is_no_form_of_the_page_is_refused(self, organisers, key, fields):
        with pytest.raises(RequestRefused) as refused:
            organisers.post("/send", key, **fields)
        assert refused.value.status == 400
        assert organisers.sent() == []

    @pytest.mark.parametrize("fields", [{}, {"identify": "one", "answer": "one"}, {"begin": "one"}])
    def test_nor_of_a_button(self, organisers, key, fields):
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


class TestJoining:
    def path(self, organisers: Organisers) -> str:
        key = with_tables(organisers)
        page = organisers.post("/join", key, table="table-7", title="By+the+%22window%22").body.decode()
        assert "By the &quot;window&quot;" in page
        (path,) = re.findall(r'href="(/joining/[A-Za-z0-9_-]{12})" download', page)
        assert f"<bdi>http://{HOST}{path}</bdi>" in page.replace("<wbr>", "")
        return str(path)

    def test_the_file_of_a_box_comes_as_a_file_to_whoever_read_the_code(self, organisers):
        answer = organisers.ask(self.path(organisers))
        assert answer.body == b'table-7|By the "window"'
        assert answer.headers["Content-Disposition"] == 'attachment; filename="hall.toml"'

    def test_after_some_minutes_to_nobody(self, organisers):
        path = self.path(organisers)
        organisers.now += INVITED
        assert organisers.refused(path) == 404

    @pytest.mark.parametrize("key", ["", "x" * 12, "../", "?"])
    def test_another_key_leads_nowhere(self, organisers, key):
        self.path(organisers)
        assert organisers.refused(f"/joining/{key}") == 404
        assert organisers.refused(f"/joining/{key}", host="evil.example") == 400

    def test_the_newest_invitations_are_kept(self):
        invitations = Invitations()
        keys = [invitations.invite(b"%d" % n, 0.0) for n in range(150)]
        assert [n for n in range(150) if invitations.file_of(keys[n], 1.0)] == list(range(50, 150))

    def test_a_short_name_that_a_table_answers_to_is_said(self, organisers):
        """The name of a table that is gone may be used again."""
        key = with_tables(organisers, "table-7")
        assert organisers.post("/join", key, table="table-7").headers["Location"] == "/taken"
        assert "has this short name, and answers" in organisers.ask("/taken", key=key).body.decode()
        assert organisers.tells("table-7", None).post("/join", key, table="table-7").status == 200

    @pytest.mark.parametrize("name", ["", "Table", "a+b", "x" * 33, "%2e%2e"])
    def test_what_is_no_short_name_is_said(self, organisers, name):
        assert organisers.post("/join", with_tables(organisers), table=name).headers["Location"] == "/misnamed"


@pytest.mark.parametrize("host", ["10.0.0.5:8090", "[fd00:1234:5678:9abc:def0:1234:5678:9abc]:65535"])
def test_a_phone_reads_what_stands_there(host):
    address = f"http://{host}/joining/{'x-_9' * 5}Zz"
    svg = code_square(address, 'a "name"')
    (side,) = map(int, re.findall(r'viewBox="0 0 (\d+) \1"', svg))
    picture = np.full((side, side), 255, dtype=np.uint8)
    for x, y in re.findall(r"M(\d+),(\d+)h1v1h-1z", svg):
        picture[int(y), int(x)] = 0
    (read,) = zxingcpp.read_barcodes(np.kron(picture, np.ones((4, 4), dtype=np.uint8)))
    assert read.text == address
    assert "style" not in svg
    assert 'aria-label="a &quot;name&quot;"' in svg
