"""Tests the moderator's sheet, and the rulebook's sheet of the votes."""

from nightcrier.box.show.answers import Answer
from nightcrier.box.show.stages import Ask
from tests.box.games.wherewolf.table.host import bare, text_of
from tests.box.games.wherewolf.table.led_evening import WAVERLEY, LedEvening, led_game
from tests.box.games.wherewolf.table.led_games import random_led_game

BONDS = "seer pack-leader peasant witch juliet guardian-angel vampire peasant assassin jester hermit healer"


def rows(evening: LedEvening) -> list[str]:
    return [bare(text_of(row)) for row in evening.play.sheet()]


def bonds() -> LedEvening:
    evening = LedEvening(led_game(BONDS, "mage", items={"amulet": 1, "sword": 2}, latent={3: "hero", 8: "descendant"}))
    return evening.after_night("juliet 4; guardian-angel 3")


def test_every_seat_has_a_row_with_role_aura_and_mystic():
    found = rows(LedEvening(led_game(WAVERLEY)))
    assert (len(found), found[0]) == (8, "sheet n=1 role=seer marks=white, mystic")
    assert found[1] == "sheet n=2 role=pack-leader marks=dark"


def test_marks_of_items_bonds_and_latent_peasants():
    found = rows(bonds())
    assert found[0].endswith("white, mystic, amulet")
    assert found[1].endswith("dark, sword")
    assert found[2].endswith("white, hero, mark.beloved")
    assert found[3].endswith("mystic, mark.romeo")


def test_marks_of_what_befell_people():
    evening = bonds()
    evening.after_day("10=4").night("pack-leader 8; vampire 11; witch 12; assassin in seer; healer nobody")
    found = rows(evening)
    assert found[7] == "sheet n=8 role=peasant marks=dark, descendant, mark.wolf"
    assert found[8].endswith("dark, mark.spent")
    assert found[9].endswith("white, mark.out")
    evening.after_day().night("pack-leader nobody; vampire 9; witch 2")
    assert rows(evening)[8].endswith("mark.progeny")


TOWN = "seer pack-leader assassin guild-master thief witch peasant bard healer hermit"


def in_the_second_night(written: str, goal: str, roles: str = TOWN, day: str = "") -> list[str]:
    """Return the sheet of a second night played as written, up to the question `goal`."""
    evening = LedEvening(led_game(roles, "medium mage"))
    return rows(evening.after_night().after_day(day).night_until(written, goal))


def test_in_a_night_the_sheet_shows_the_powers_that_were_used_in_it():
    found = in_the_second_night("thief in seer", "ask.whom role=witch")
    assert [row for row in found if "mark.spent" in row] == ["sheet n=5 role=thief marks=white, mark.spent"]


def test_in_a_night_the_sheet_shows_who_was_won_over_in_it():
    found = in_the_second_night("guild-master 7 in mage", "ask.whom role=witch")
    assert [row for row in found if "mark.criminal" in row] == ["sheet n=7 role=peasant marks=white, mark.criminal"]
    assert found[3].endswith("mark.spent")


def test_who_was_killed_in_a_night_is_out_in_the_morning_and_not_before():
    assert not [row for row in in_the_second_night("pack-leader 7", "ask.save") if "mark.out" in row]


def test_of_the_last_two_nobody_is_out_before_the_morning():
    evening = LedEvening(led_game("seer pack-leader peasant witch peasant healer vampire hermit"))
    evening.night()
    days = (("8=4", "pack-leader 3; witch 7"), ("4=4", "pack-leader 5"), ("6=3", "pack-leader nobody"))
    for votes, written in days:
        evening.after_day(votes).night(f"{written}; vampire nobody")
    evening.after_day("2=2").night_until("seer 7", "yes")
    assert [row.partition(" role")[0] for row in rows(evening) if "mark.out" not in row] == ["sheet n=1", "sheet n=7"]


def test_a_seat_that_is_not_dialled_in_is_not_on_the_sheet():
    evening = LedEvening(random_led_game(12, 3, dealing="entered"))
    while "ask.whom" not in str(evening.now):
        evening.answer(some_answer(evening))
    assert len(rows(evening)) == len(evening.play.state.placed) < 12


def some_answer(evening: LedEvening) -> Answer:
    """Return the answer that the box proposes, or else the last choice."""
    stage = evening.now
    if not isinstance(stage, Ask):
        return ""
    return stage.marks.first if stage.marks else stage.choices[-1].value


def test_there_is_no_sheet_where_the_box_knows_no_roles():
    assert rows(LedEvening(random_led_game(12, 3, dealing="unknown"))) == []


def test_the_sheet_of_votes_has_two_columns_a_day_and_cards_by_their_names():
    evening = LedEvening(led_game("seer pack-leader pettifogger mayor peasant witch healer hermit"))
    evening.after_night().day("1=2 5=2 pettifogger>6", "1=3 mayor>5")
    evening.after_night("pack-leader nobody; witch 1").after_day("2=6").night()
    sheet = evening.now.sheet
    assert sheet.heads == ("role", "1A", "1B", "2A", "2B", "out")
    assert (sheet.rows[0][:4], sheet.rows[1][:4]) == (("Seer", "2", "3", ""), ("Pack Leader", "", "", "6"))
    assert (sheet.rows[4][:3], sheet.rows[5][:2]) == (("Peasant", "2", "Mayor"), ("Witch", "Pettifogger"))
