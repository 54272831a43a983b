"""`take --news`: what the card's own unit lets the box say of what was taken."""

import pytest

from nightcrier.cli import main
from nightcrier.kernel.chores import Chore, ChoreDone, read_chore_news
from tests.care.given_files import DECK

NEXT = "It counts from the next power-on.\n"


@pytest.mark.usefixtures("box")
def test_what_is_new_taken_away_and_refused_is_told_and_nothing_where_there_is_nothing(stick, tmp_path, capsys):
    news = tmp_path / "card-take.json"

    def told(files: dict[str, bytes | str]) -> object:
        news.unlink(missing_ok=True)
        main(["take", str(stick(files)), "--news", str(news)])
        return read_chore_news(news)

    new = ChoreDone(Chore.TAKE, new={"decks": 1}, refused=1, of_card=True)
    assert told({"decks/sunday.toml": DECK, "decks/bad.toml": "x"}) == new
    assert NEXT in capsys.readouterr().out
    assert told({"decks/bad.toml": "x"}) == ChoreDone(Chore.TAKE, refused=1, of_card=True), "it is refused each time"
    (tmp_path / "stick" / "nightcrier" / "decks" / "bad.toml").unlink()
    assert told({}) is None
    assert NEXT not in capsys.readouterr().out
    assert told({"decks/sunday.toml": ""}) == ChoreDone(Chore.TAKE, new={"removed": 1}, of_card=True)
    assert NEXT in capsys.readouterr().out
