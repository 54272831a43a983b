"""Asks the first referee like the command does: JSON in, JSON out."""

from typing import Any

import msgspec

from tests.box.games.wherewolf.second.refusal import Refused


def judge_first(game: dict[str, Any]) -> dict[str, Any]:
    """Return the product's verdict. Raise Refused if it refuses the game, and let other errors through."""
    from nightcrier.box.games.wherewolf.sheets.judge_report import report_sheet
    from nightcrier.kernel.errors import RefusedGame

    try:
        report = report_sheet(msgspec.json.encode(game))
    except RefusedGame as error:
        raise Refused(str(error)) from error
    verdict: dict[str, Any] = msgspec.to_builtins(report)
    return verdict
