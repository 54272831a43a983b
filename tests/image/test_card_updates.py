"""An update in the card's folder is given to the installer once, after the box has started."""

from tests.image.fed_card import FedCard


def test_an_update_is_given_to_the_installer_once_after_the_box_has_started(card: FedCard) -> None:
    card.lay_update("0.3.0")
    calls = card.start()
    assert calls == [card.take, f"{card.update}/nightcrier-0.3.0.tar.xz", card.opened, card.put, card.closed]
    assert (card.folder / "taken.txt").read_text() == "1 deck\nnightcrier-0.3.0.tar.xz is looked at\n"
    assert card.start() == []


def test_an_update_that_is_refused_is_told_and_not_tried_again(card: FedCard) -> None:
    card.lay_update("0.3.0")
    card.start(UPDATED="1")
    assert "is looked at" in (card.folder / "taken.txt").read_text()
    assert card.start() == []


def test_of_several_updates_the_newest_that_has_a_signature_is_taken(card: FedCard) -> None:
    for number in ("0.9.0", "0.10.0", "0.2.0"):
        card.lay_update(number)
    (card.folder / "nightcrier-0.11.0.tar.xz").write_bytes(b"alone")
    updates = [call for call in card.start() if call.startswith(card.update)]
    assert updates == [f"{card.update}/nightcrier-0.10.0.tar.xz"]


def test_an_update_that_mends_another_is_the_newer_one_as_on_a_stick(card: FedCard) -> None:
    for number in ("0.3.0", "0.3.0.1", "0.3.0.dev1", "0.3.0rc1"):
        card.lay_update(number)
    assert f"{card.update}/nightcrier-0.3.0.1.tar.xz" in card.start()


def test_an_update_that_was_cut_is_begun_anew(card: FedCard) -> None:
    card.lay_update("0.3.0")
    card.start(CUT="1")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start()


def test_an_update_that_was_cut_twice_is_given_up(card: FedCard) -> None:
    """It may be what takes longer than its unit has, and half an hour of each evening."""
    card.lay_update("0.3.0")
    for _ in range(2):
        assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start(CUT="1")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" not in card.start()


def test_an_update_whose_signature_was_mended_is_tried_again(card: FedCard) -> None:
    card.lay_update("0.3.0", b"cut sho")
    card.start(UPDATED="1")
    card.lay_update("0.3.0")
    assert f"{card.update}/nightcrier-0.3.0.tar.xz" in card.start()


def test_a_program_that_is_broken_can_be_updated_too(card: FedCard) -> None:
    card.lay_update("0.2.0")
    card.lay_update("0.10.0")
    assert f"{card.update}/nightcrier-0.10.0.tar.xz" in card.start(BROKEN="1")
