"""A new table joins by a file that a code leads to, for some minutes; another library reads the code."""

import re

import numpy as np
import pytest
import zxingcpp

from hall.tests.organisers import HOST, Organisers, with_tables
from nightcrier_hall.site import INVITED, Invitations
from nightcrier_hall.tables_page import code_square


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
        """One that is gone may be set up anew."""
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
