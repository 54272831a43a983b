"""Tests that the page equals the box: the same hands and seed make the same record as `nightcrier rehearse`."""

import json
from pathlib import Path

import pytest

from nightcrier.cli import main
from nightcrier.tools.simulation import read_script
from tests import sampling

BROWSERS = ("chromium", "firefox")
EVENINGS = ("first-evening", "growl-drawn", "wherewolf-box-eight")
LANGUAGES = ("en", "fa", "th", "zh-Hant")
SOURCE = Path(__file__).with_name("evening_in_tab.py").read_text("utf-8")
WHOLE = [(browser, evening, language) for browser in BROWSERS for evening in EVENINGS for language in LANGUAGES]
TRIED = WHOLE if sampling.whole else [(BROWSERS[0], EVENINGS[0], "fa")]


@pytest.mark.parametrize(("browser", "evening", "language"), TRIED)
def test_the_page_plays_what_a_rehearsal_plays(site, opened, tmp_path, browser, evening, language):
    script = Path("tests/evenings", f"{evening}.txt")
    actions = [(each.after, each.what, each.how, each.bounce) for each in read_script(script)]
    with opened(browser) as page:
        page.open(site)
        page.run(f"""
            window.rows = null;
            const worker = new Worker("evening.js", {{ type: "module" }});
            worker.onmessage = ({{ data: [kind, rows] }}) => {{ if (kind === "played") window.rows = rows; }};
            worker.postMessage(["evening", {json.dumps(SOURCE)}, {json.dumps(json.dumps(actions))}, "{language}", 7]);
        """)
        page.until("window.rows !== null")
        told = page.ask("window.rows")
    assert told.startswith("["), told
    assert json.loads(told)[0].splitlines() == rehearsed(script, language, tmp_path)


def rehearsed(script, language, folder):
    config = folder / "language.toml"
    config.write_text(f'[table]\nlanguages = ["{language}"]\n', "utf-8")
    out = folder / "out"
    assert main(["rehearse", str(script), "--out", str(out), "--config", str(config), "--seed", "7"]) == 0
    return (out / "log.jsonl").read_text("utf-8").splitlines()
