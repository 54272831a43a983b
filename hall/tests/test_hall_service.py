"""The unit of the organiser's page: shut in as that of a box's page is, and with nothing of a box."""

from pathlib import Path

from tests.project.test_net_service import UNIT, settings

HALL = Path("hall/nightcrier-hall.service")
OTHERWISE = {
    "Description",
    "Documentation",
    "After",
    "ExecStart",
    "Environment",
    "User",
    "Group",
    "StateDirectory",
    "RuntimeDirectory",  # a hall keeps its passes on the disk
    "RuntimeDirectoryMode",
    "RuntimeDirectoryPreserve",
    "MemoryMax",
    "RestrictAddressFamilies",
}


def test_it_is_shut_in_as_the_page_of_a_box_is():
    of_hall, of_page = settings(HALL), settings(UNIT)
    assert [pair for pair in of_hall if pair[0] not in OTHERWISE] == [
        pair for pair in of_page if pair[0] not in OTHERWISE
    ]


def test_it_has_nothing_of_a_box():
    of_hall = dict(settings(HALL))
    assert of_hall["RestrictAddressFamilies"] == "AF_INET AF_INET6"
    assert of_hall["StateDirectory"] == "nightcrier-hall"
    assert of_hall["ExecStart"] == "/opt/nightcrier-hall/bin/nightcrier-hall"
