"""Tests games of four in which Seat 2, who has no name, sits out: the others keep their numbers on the list, by ear,
on the screen and in the scores."""

from itertools import pairwise

import pytest

from tests.evenings.test_people_evenings import PeopleEvening

NUMBERS = [f"number.{number}" for number in (1, 3, 4, 5)]
FOUR, MENU, NEXT = "♟♟♟♟", "0.5 dial press", "0.3 dial press"


@pytest.fixture
def evening(tmp_path):
    """Return an evening at home, with Seat 2 sitting out."""
    evening = PeopleEvening(tmp_path)
    evening.do("1 dial press", "0.3 dial +1", NEXT, "0.3 dial +2", NEXT)
    sit_out(evening)
    assert FOUR in evening.shown
    return evening


def sit_out(evening: PeopleEvening) -> None:
    """Let Seat 2 sit out, from the menu."""
    for row in ("Evening", "People"):
        evening.turn_to(row)
        evening.do(NEXT)
    evening.turn_to("Seat 2")
    evening.do(NEXT)
    evening.turn_to("Next game")
    evening.do(NEXT)
    evening.home()


def turned_on(evening: PeopleEvening, *rows: tuple[str, ...]) -> None:
    """Turn these rows of the menu on. A row in a submenu comes with the names of the rows above it."""
    for path in rows:
        evening.do(MENU)
        for row in path[:-1]:
            evening.turn_to(row)
            evening.do(NEXT)
        evening.turn_to(path[-1])
        evening.do(NEXT, "0.3 dial +1", NEXT)
        evening.home()


def said(evening: PeopleEvening) -> list[str]:
    return [str(row["line"]).removesuffix(".on") for row in evening.box.rows if row["kind"] == "say"]


def called_after(evening: PeopleEvening, lead: str) -> list[str]:
    """Return the numbers of the seats called by this line, even if a number is part of a sentence recorded whole."""
    lines = said(evening)
    return [f"number.{line.rpartition('.')[2]}" for line in lines if line.startswith(f"{lead}.seat.")] or [
        number for line, number in pairwise(lines) if line == lead
    ]


def shown_ever(evening: PeopleEvening) -> str:
    return "\n".join(line for row in evening.box.rows if row["kind"] == "screen" for line in row["lines"])


def turned(evening: PeopleEvening) -> list[str]:
    evening.do("0.3 dial +1")
    return evening.shown


def test_a_deal_and_a_secret_vote(evening):
    turned_on(evening, ("Box deals",), ("More", "Secret vote"))
    evening.box.rows.clear()
    evening.do("0.5 start press", *["6 dial hold"] * 14, "until idle 900")
    assert called_after(evening, "deal.turn") == NUMBERS
    assert said(evening)[:4] == ["who.counts", "night.minutes", "number.2", "deal.open"]
    for _ in range(200):
        if evening.page == "verdict":
            break
        goes_on = evening.page in {"day", "pause"}
        evening.do(*(["1 start press"] if goes_on else ["2 dial +1", "1 dial press"]), "3 wait")
    assert evening.page == "verdict"
    assert list(dict.fromkeys(called_after(evening, "deal.vote.turn"))) == NUMBERS
    assert "Seat 5" in shown_ever(evening)
    assert "Seat 2" not in shown_ever(evening)


def test_how_seats_are_counted_is_read_while_it_is_said(evening):
    evening.do("0.5 start press", "0.5 wait")
    assert said(evening)[-1] == "who.counts"
    assert evening.shown[0].startswith("I count seats")
    evening.do("until idle 60")
    assert evening.page != "caption"


def test_a_result_and_its_scores(evening):
    """Seat 3, the second player, was the wolf and died."""
    told: list[str] = []
    evening.do("0.5 start press")
    while evening.page != "home":
        evening.do("until idle 900", "until said 60", "0.3 wait")
        if "Who died?" in evening.shown:
            evening.turn_to("Seat 3")
        if "Who has a wolf card?" in evening.shown:
            evening.turn_to("Seat 3")
            evening.do(NEXT)
        if evening.page == "verdict":
            told = [*evening.shown, *(line for _ in range(9) for line in turned(evening))]
        evening.do("0.3 start press", "0.3 wait")
    assert {"Dead: 3", "Winners: 1, 4, 5"} <= set(told)
    standings = evening.box.rehearsal.box.daemon.table.standings
    assert [person.points for person in standings.people] == [1, 0, 0, 1, 1]


def test_growl_asks_for_and_calls_the_numbers_of_the_list(evening):
    evening.turn_to("Classic")
    evening.box.rows.clear()
    evening.do("0.5 start press", "1 start hold")
    for _ in range(40):
        if any(line.startswith("Seat ") and "cards" in line for line in evening.shown):
            break
        evening.do("1 start press", "until said 60")
    turns = []
    for _ in range(4):
        turns += [line.split(" · ")[0] for line in evening.shown if line.startswith("Seat ") and "·" in line]
        evening.do("0.5 start press", "0.5 wait")
    assert list(dict.fromkeys(turns)) == ["Seat 1", "Seat 3", "Seat 4", "Seat 5"]


def test_wherewolf_calls_to_the_box_by_the_numbers_of_the_list(tmp_path):
    evening = PeopleEvening(tmp_path)
    evening.turn_to("First Moon")
    evening.do(MENU)
    evening.turn_to("Players")
    evening.do(NEXT, "0.3 dial +1", NEXT)
    sit_out(evening)
    assert "♟ 8" in evening.shown
    turned_on(evening, ("Who leads",))
    evening.box.rows.clear()
    evening.do("0.5 start press", *["10 dial hold"] * 24, "until idle 900")
    minutes, *called = [line for line in said(evening) if line.startswith("number.")]
    assert minutes == "number.2"
    assert list(dict.fromkeys(called)) == [f"number.{number}" for number in (1, 3, 4, 5, 6, 7, 8, 9)]
    assert "Seat 9" in shown_ever(evening)
    assert "Seat 2" not in shown_ever(evening)
