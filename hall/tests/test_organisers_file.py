"""Who is remembered at the organiser's page comes in by the same password alone."""

import pytest

from hall.tests.organisers import PASSWORD
from nightcrier.web.gate import PhonePass
from nightcrier_hall.organisers_file import OrganisersFile

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
