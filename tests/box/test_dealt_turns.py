"""Tests the secret turns of a night without cards, on a whole box: a role is shown what is really there."""

import pytest

from nightcrier.box.events import Control, Gesture
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS
from nightcrier.box.show.facts import RoleName
from nightcrier.box.table.over.deck import deck_stops
from nightcrier.kernel.ids import Language
from tests.box.casting import PLAIN, Cast
from tests.box.dealt import seat_of

EN = Language("en")


def test_everybody_sees_the_own_card_and_nobody_elses(make):
    cast = make("seer")
    assert cast.roles == [cast.name(seat) for seat in range(cast.dealt.seats)]
    tells = [(row["who"], row["facts"][0][0]) for row in cast.box.kinds("tell")]
    assert tells == [(seat + 1, f"role.{cast.dealt.printed[seat]}") for seat in range(cast.dealt.seats)]
    assert all(row["secret"] for row in cast.box.kinds("ask", "tell"))


def test_sentinel(make):
    cast = make("sentinel")
    shielded = cast.other("sentinel")
    cast.box.choose(f"Seat {shielded}")
    assert cast.box.glass == ["Sentinel", "Done"]
    assert cast.night().shields == {shielded - 1}
    assert cast.open_table()[:2] == ["For all to see", f"Seat {shielded}: shield"]


def test_doppelganger_acts_at_once_as_whom_she_saw(make):
    cast = make("doppelganger", fits=lambda state: seat_of(state, "seer") > 0)
    cast.box.choose(f"Seat {cast.seat('seer')}")
    assert cast.box.look() == ["You are: Seer"]
    cast.box.choose("Center 1 + 3")
    at = cast.dealt.seats
    assert cast.box.look() == ["You are: Seer", f"Center 1: {cast.name(at)}", f"Center 3: {cast.name(at + 2)}"]
    assert cast.night().nights[cast.seat("doppelganger") - 1] == "seer"


@pytest.mark.parametrize(
    ("role", "options", "center"),
    [("werewolf", {"lone_wolf": True}, 2), ("apprentice-seer", {}, 1), ("mystic-wolf", {}, 0), ("seer", {}, 0)],
)
def test_one_look_shows_what_lies_there(make, role, options, center):
    """The card that a role looks at is in the center, or belongs to somebody else."""
    cast = make(role, **options)
    other = cast.other(role)
    place, at = (f"Center {center}", cast.dealt.seats + center - 1) if center else (f"Seat {other}", other - 1)
    cast.box.choose(place)
    assert cast.box.look() == [f"{place}: {cast.name(at)}"]


def test_without_the_option_there_is_nothing_to_choose(make):
    cast = make("werewolf")
    cast.box.do(Control.DIAL, Gesture.TURN, 1)
    assert cast.box.glass == ["Werewolf", "Nothing to choose"]


def test_alpha_wolf(make):
    cast = make("alpha-wolf", fits=lambda state: seat_of(state, "seer") > 0)
    seer = cast.seat("seer")
    cast.box.choose(f"Seat {seer}")
    state = cast.night()
    assert state.lies[seer - 1] == len(state.lies) - 1
    assert "Extra wolf" not in str(cast.box.look())


def test_seer_chooses_two_of_the_center_by_one_press(make):
    cast = make("seer")
    at = cast.dealt.seats
    cast.box.choose("Center 2 + 3")
    assert cast.box.look() == [f"Center 2: {cast.name(at + 1)}", f"Center 3: {cast.name(at + 2)}"]
    cast.box.do(Control.BACK)
    assert cast.box.glass == ["Seer", "Hold to see"]


def test_paranormal_investigator_stops_at_a_werewolf(make):
    cast = make("paranormal-investigator", fits=lambda state: seat_of(state, "werewolf") > 0)
    wolf = cast.seat("werewolf")
    cast.box.choose(f"Seat {wolf}")
    assert cast.box.look() == [f"Seat {wolf}: Werewolf", "You are: Werewolf"]
    assert cast.box.glass == ["Paranormal Investigator", "Hold: see. Then turn"]
    assert cast.box.offered() == ["-", "No more"]
    cast.box.choose("-")
    assert cast.box.offered() == ["-", "No more"]
    cast.box.choose("No more")
    assert cast.box.glass[-1] == "Hold to see"
    assert cast.night().plays[cast.seat("paranormal-investigator") - 1] == "werewolf"


def test_paranormal_investigator_looks_at_two_or_at_one(make):
    quiet = {"villager", "hunter", "seer"}
    cast = make("paranormal-investigator", fits=lambda state: len(quiet.intersection(state.printed[: state.seats])) > 1)
    one, two = [n + 1 for n in range(cast.dealt.seats) if cast.dealt.printed[n] in quiet][:2]
    cast.box.choose(f"Seat {one}")
    assert len(cast.box.look()) == 1
    cast.box.choose(f"Seat {two}")
    assert len(cast.box.look()) == 2


def test_robber(make):
    cast = make("robber")
    other = cast.other("robber")
    cast.box.choose(f"Seat {other}")
    assert cast.box.look() == [f"Yours: {cast.name(other - 1)}"]
    assert cast.night().lies[cast.seat("robber") - 1] == other - 1


def test_witch_may_pass_but_not_after_she_has_looked(make):
    cast = make("witch")
    other, at = cast.other("witch"), cast.dealt.seats
    cast.box.choose("Center 2")
    assert cast.box.look() == [f"Center 2: {cast.name(at + 1)}"]
    with pytest.raises(AssertionError, match="cannot be chosen"):
        cast.box.choose("No more")
    cast.box.choose(f"Seat {other}")
    assert cast.night().lies[other - 1] == at + 1


def test_a_witch_who_is_out_of_time_has_her_card_given_by_the_box(make):
    cast = make("witch")
    cast.box.choose("Center 2")
    state = cast.night()
    assert cast.dealt.seats + 1 in state.lies[: state.seats]


def test_troublemaker_half_done_is_void(make):
    cast = make("troublemaker")
    cast.box.choose(f"Seat {cast.other('troublemaker')}")
    assert cast.night().lies == cast.dealt.lies


def test_troublemaker(make):
    cast = make("troublemaker")
    one, two = [n for n in range(cast.dealt.seats) if cast.dealt.printed[n] != "troublemaker"][:2]
    cast.box.choose(f"Seat {one + 1}")
    cast.box.choose(f"Seat {two + 1}")
    assert cast.box.look() == ["Troublemaker", "Done"]
    state = cast.night()
    assert (state.lies[one], state.lies[two]) == (two, one)


def test_village_idiot(make):
    cast = make("village-idiot")
    cast.box.choose("One seat left")
    own = cast.seat("village-idiot") - 1
    ring, state = [seat for seat in range(cast.dealt.seats) if seat != own], cast.night()
    assert [state.lies[seat] for seat in (*ring[1:], ring[0])] == ring


def test_drunk(make):
    cast = make("drunk")
    cast.box.choose("Center 3")
    assert cast.box.look() == ["Drunk", "Done"]
    assert cast.night().lies[cast.seat("drunk") - 1] == cast.dealt.seats + 2


def test_a_drunk_who_sleeps_on_gets_a_card_all_the_same(make):
    cast = make("drunk")
    assert cast.night().lies[cast.seat("drunk") - 1] >= cast.dealt.seats


def test_insomniac(make):
    cast = make("insomniac")
    cast.box.choose("Your card")
    assert cast.box.look() == ["Yours: Insomniac"]


def test_curator_lays_what_only_its_owner_may_look_at(make):
    cast = make("curator")
    other = cast.other("curator")
    cast.box.choose(f"Seat {other}")
    assert cast.box.look() == ["Curator", "Done"]
    artifact = cast.night().artifacts[other - 1]
    assert artifact
    assert cast.open_table()[:2] == [f"Seat {other}: artifact", "Hold to see"]
    words = cast.box.rehearsal.box.daemon.house.words
    assert cast.box.look() == [
        *(f"Seat {other}: artifact", words.role(EN, artifact)),
        words.screen(EN, f"deal.help.{artifact}"),
    ]
    told = cast.box.kinds("tell")[-1]
    assert (told["who"], told["facts"]) == (other, [[f"role.{artifact}", {}], [f"deal.help.{artifact}", {}]])
    cast.box.do(Control.DIAL, Gesture.HOLD)
    cast.box.rehearsal.advance(8.5)
    assert cast.box.glass[:2] == [f"Seat {other}: artifact", "Hold to see"]
    cast.box.do(Control.DIAL, Gesture.TURN, 1)
    assert cast.box.glass[:2] == ["For all to see", f"Seat {other}: artifact"]


def test_whoever_asks_by_day_hears_all_six_artifacts_whichever_lies_there(make):
    cast = make("curator")
    cast.box.choose(f"Seat {cast.other('curator')}")
    cast.open_table()
    daemon = cast.box.rehearsal.box.daemon
    titles = [stop.topic.title if stop.topic else None for stop in deck_stops(daemon.house, daemon.table)]
    before, at = len(cast.box.kinds("say")), 0
    for artifact in ARTIFACTS:
        place = titles.index(RoleName(artifact))
        cast.box.do(Control.DIAL, Gesture.TURN, place - at)
        at = place
        cast.box.do(Control.DIAL)
        assert cast.box.page == "explain"
        cast.box.rehearsal.advance(1.0)
        cast.box.do(Control.BACK)
    told = [row["line"] for row in cast.box.kinds("say")[before:]]
    assert told == [f"explain.role.{artifact}" for artifact in ARTIFACTS]


def test_revealer_turns_a_card_for_all(make):
    cast = make("revealer", fits=lambda state: seat_of(state, "hunter") > 0)
    hunter = cast.seat("hunter")
    cast.box.choose(f"Seat {hunter}")
    assert cast.box.look() == [f"Seat {hunter}: Hunter"]
    assert cast.open_table()[:2] == ["For all to see", f"Seat {hunter}: Hunter"]


@pytest.mark.parametrize(
    ("role", "label"), [("insomniac", "Your card"), ("curator", "Your card"), ("revealer", "Seat")]
)
def test_doppelganger_has_a_later_step(tmp_path, role, label):
    deck = ("doppelganger", role, *PLAIN)
    cast = Cast(tmp_path, deck, lambda state: min(seat_of(state, "doppelganger"), seat_of(state, role)) > 0)
    cast.box.until_window("doppelganger")
    cast.box.choose(f"Seat {cast.seat(role)}")
    assert cast.box.glass[-1] == "Hold: see. Then turn"  # as a Seer she would choose once more
    cast.box.until_window(f"doppelganger-{role}")
    assert any(offered.startswith(label) for offered in cast.box.offered())


def test_masons_and_minion_find_each_other_by_eyes_and_thumbs(tmp_path):
    cast = Cast(tmp_path, ("mason", "mason", "minion", *PLAIN), lambda state: seat_of(state, "minion") > 0)
    for call in ("minion", "mason"):
        cast.box.until_window(call)
        cast.box.do(Control.DIAL, Gesture.TURN, 1)
        assert cast.box.glass[-1] == "Nothing to choose", call
        assert cast.box.look()[-1] == "Nothing to choose"
