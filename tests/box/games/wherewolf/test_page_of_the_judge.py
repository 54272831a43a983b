"""docs/judge.md is enough to write a game down and to read its verdict: its games are judged, no word is missing."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from nightcrier.box.game_files import find_game
from nightcrier.box.games.engine.sheets.judge_report import FileReferee
from nightcrier.box.games.one_night.referee.card_state import HouseRules
from nightcrier.box.games.one_night.rules.roles import ARTIFACTS
from nightcrier.box.games.one_night.sheets.judge_sheet import OneNightSheet
from nightcrier.box.games.wherewolf.rulebook import ITEMS, LATER, ROLE_TABLE
from nightcrier.box.games.wherewolf.sheets.judge_story import CAUSES, GAME_ENDS, TURNED
from nightcrier.box.plugs import find_plugs
from nightcrier.box.show.plug import JudgePlug
from tests.box.games.wherewolf.paper import game_of, round_of, verdict_of

PAGE = (Path(__file__).parents[4] / "docs" / "judge.md").read_text("utf-8")
CHAPTER = PAGE[PAGE.index("## Wherewolf") :]
GAMES = [json.loads(game) for game in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)]
ROWS = re.findall(r"^\| (`[^|]+) \| (all|the first|from the second)(, once)? \| (must|may)?", CHAPTER, re.MULTILINE)
AT_NIGHT = {role: row for named, *row in ROWS for role in re.findall(r"`([a-z-]+)`", named)}
EXAMPLES = Path(__file__).parents[1] / "engine" / "examples"
WHEN = {"all": 2, "the first": 1, "from the second": 1}


@pytest.mark.parametrize("game", GAMES, ids=[game["game"] for game in GAMES])
def test_a_game_on_the_page_is_judged_and_told(game: dict[str, Any]) -> None:
    referees: dict[str, JudgePlug | FileReferee]
    referees = {found.plug.id: found.plug for found in find_plugs() if isinstance(found.plug, JudgePlug)}
    if file := find_game([EXAMPLES], game["game"]):
        referees[file.id] = FileReferee(file)
    content = msgspec.Raw(json.dumps(game).encode())
    assert msgspec.to_builtins(referees[game["game"]].judge_game(content))["winners"]
    assert referees[game["game"]].tell_game(content)


def test_every_artifact_and_house_rule_of_one_night_is_on_the_page() -> None:
    words = [*ARTIFACTS, *HouseRules.__struct_fields__, *OneNightSheet.__struct_fields__]
    assert [word for word in words if f"`{word}`" not in PAGE and f'"{word}"' not in PAGE] == []


def test_every_role_is_on_the_page_with_what_it_chooses() -> None:
    assert [role for role in ROLE_TABLE if f"`{role}`" not in CHAPTER] == []
    chooses = {role for role, card in ROLE_TABLE.items() if card.must or card.may}
    assert set(AT_NIGHT) == chooses | {"peasant", *ITEMS}
    for role in chooses:
        card, (when, once, how) = ROLE_TABLE[role], AT_NIGHT[role]
        nights = card.must or card.may
        assert (len(nights), card.once) == (WHEN[when], bool(once)), role
        assert (LATER in nights) is (when != "the first"), role
        assert how == ("must" if card.must else "may"), role


def test_every_key_and_word_of_the_verdict_is_on_the_page() -> None:
    verdict = verdict_of(game_of("seer", round_of()))
    keys = [key for row in (verdict, verdict["nights"][0], verdict["days"][0], verdict["players"]["P1"]) for key in row]
    words = [*CAUSES, "burned", *TURNED, *GAME_ENDS, "none", "direct", "tie", "cancelled", "dark", "white"]
    assert [word for word in (*keys, *words) if f"`{word}`" not in CHAPTER and f"`{word}." not in CHAPTER] == []
