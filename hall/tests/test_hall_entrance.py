"""Attacks the entrance of the organizer's page, and tests that a pass lets an organizer in without the password."""

import pytest

from hall.tests.organisers import HALL_ROUTES, PASSWORD, with_tables
from nightcrier.web.exchange import STYLES, PageAnswer, RequestRefused
from nightcrier.web.gate import PhonePass
from nightcrier_hall.organisers_file import OrganisersFile

OPEN = {*STYLES, "/hall.css", "/hall.js", "/enter", "/update.tar.xz", "/update.tar.xz.sig", "/joining/"}


class TestEntrance:
    def test_without_a_pass_there_is_an_entrance_and_no_table(self, organisers):
        page = organisers.joins("secret-table").page("")
        assert 'name="password"' in page
        assert "secret-table" not in page

    @pytest.mark.parametrize("path", sorted(set(HALL_ROUTES) - OPEN))
    @pytest.mark.parametrize("key", ["", "x" * 43])
    def test_every_other_route_gives_nothing_away(self, organisers, path, key):
        organisers.joins("secret-table")
        for method in HALL_ROUTES[path]:
            try:
                answer = organisers.ask(path, method, key, body="mark=&to=all&do=loudness&loudness=7")
            except RequestRefused as refused:
                answer = PageAnswer(refused.status)
            assert answer.status == 403 or b'name="password"' in answer.body
            assert b"secret-table" not in answer.body
        assert organisers.sent() == []

    def test_a_wrong_password_is_said_and_many_of_one_address_are_slowed_down(self, organisers):
        said = [organisers.ask("/enter", "POST", body="password=wrong") for _ in range(30)]
        assert {answer.status for answer in said} == {403}
        assert b"not the password" in said[0].body
        assert b"Wait" in said[-1].body
        assert organisers.ask("/enter", "POST", body=f"password={PASSWORD.replace(' ', '+')}").status == 403
        organisers.address = "192.168.1.51"
        assert organisers.let_in()
        organisers.address = "192.168.1.50"
        organisers.now += 10.0
        assert organisers.let_in()

    def test_the_organiser_gets_in_beside_all_addresses_of_one_laptop(self, organisers):
        for number in range(30 * 120):
            organisers.now += 1 / 120
            organisers.address = f"192.168.1.{100 + number % 120}"
            organisers.ask("/enter", "POST", body="password=wrong")
        organisers.address = "192.168.1.50"
        assert organisers.let_in()

    def test_a_password_is_never_locked_for_good(self, organisers):
        for _ in range(40):
            organisers.now += 6.0
            organisers.ask("/enter", "POST", body="password=wrong")
        assert organisers.let_in()

    def test_who_leaves_is_out(self, organisers):
        key = with_tables(organisers)
        assert organisers.post("/leave", key).status == 303
        assert 'name="password"' in organisers.page(key)

    def test_the_cookie_is_for_this_site_alone_and_no_other_of_the_machine(self, organisers):
        answer = organisers.ask("/enter", "POST", body=f"password={PASSWORD.replace(' ', '+')}&keep=yes")
        cookie = answer.headers["Set-Cookie"]
        assert cookie.startswith("nightcrier-hall=")
        assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}
        assert len(organisers.kept) == 1


KEPT = (PhonePass("digest", "mark", None), PhonePass("other", "mark", None))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "organisers.json"


def test_they_come_in_after_a_start(file):
    log: list[str] = []
    OrganisersFile(file, PASSWORD, log.append).write(KEPT)
    assert OrganisersFile(file, PASSWORD, log.append).read() == KEPT
    assert log == []


def test_another_password_puts_all_out(file):
    OrganisersFile(file, PASSWORD, print).write(KEPT)
    assert OrganisersFile(file, f"{PASSWORD}!", print).read() == ()


def test_the_password_is_not_in_the_file(file):
    OrganisersFile(file, PASSWORD, print).write(KEPT)
    first = file.read_bytes()
    OrganisersFile(file, PASSWORD, print).write(KEPT)
    assert PASSWORD.encode() not in first
    assert first != file.read_bytes()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'[{"digest":"a","mark":"b","until":null}]', b'{"salt":"","proof":"\\u00e9","passes":[]}'],
)
def test_what_is_no_file_of_ours_lets_nobody_in(file, content):
    log: list[str] = []
    file.write_bytes(content)
    assert OrganisersFile(file, PASSWORD, log.append).read() == ()
    assert ("is from an older Nightcrier" in log[0]) is (content not in (b"", b"{"))
    assert "keeps it as organisers.json.broken: every organiser types the password again." in log[0]


def test_a_disk_that_refuses_is_said(file):
    log: list[str] = []
    file.mkdir()
    OrganisersFile(file, PASSWORD, log.append).write(KEPT)
    assert log == ["Who came in for good cannot be kept; they type the password again after a restart."]
