"""Tests the page in a browser: from opening it into the first night, through a reload, with a second tab, without a
network, as a file, with only keys, and for people who do not see it."""

import json
from pathlib import Path

import pytest

from bench.browser_page import TAB
from bench.net_looks import fetched_axe
from tests import sampling
from tests.box.games.engine.small import SMALL

SEEN, NOTE, SAID, TOLD = (f"document.getElementById('{name}').textContent" for name in ("seen", "note", "said", "told"))
LIVES = "performance.getEntriesByName('stage4').length > 0"
WHOLE = pytest.param("firefox", marks=pytest.mark.skipif(not sampling.whole, reason="one browser is the sample"))
only_whole = pytest.mark.skipif(not sampling.whole, reason="a tour of one browser is the sample")


def come_in(page, address):
    page.open(address)
    page.until(LIVES)


def hold(page, key, seconds=0.1):
    moves = [{"type": "keyDown", "value": key}, {"type": "pause", "duration": round(seconds * 1000)}]
    hands = [{"type": "key", "id": "keyboard", "actions": [*moves, {"type": "keyUp", "value": key}]}]
    page.command("input.performActions", {"context": page.tab, "actions": hands})


def press_until(page, key, expression):
    """Press a key until the expression holds, like people who go through the questions."""
    for _ in range(30):
        if page.ask(expression):
            return
        hold(page, key)
        page.ask("await new Promise((wake) => setTimeout(wake, 700))")
    raise AssertionError(page.ask(SEEN))


@pytest.mark.parametrize("browser", ["chromium", WHOLE])
def test_somebody_plays_from_the_first_opening_into_the_night_and_comes_back(site, opened, browser):
    with opened(browser) as page:
        come_in(page, site)
        page.until(f"{SAID}.includes('Hello')")
        assert page.ask(NOTE) == "Press anything to hear it."
        page.touch("document.getElementById('captions')")  # and the keys are the box's again
        page.until(f"{NOTE} === ''")
        for key, language in ("l", "fa"), ("h", "en"):  # the page speaks as its glass does
            hold(page, key)
            page.until(f"document.documentElement.lang === '{language}'")
        hold(page, "s", 1.2)
        page.until(f"{SEEN}.includes('First Game') && {NOTE} === ''")
        assert page.ask("document.title") == "Nightcrier"
        press_until(page, "s", f"{SEEN} === 'Nightfall'")
        if browser == "chromium":  # Firefox has no sound where there is no card
            page.until("performance.getEntriesByName('late').length > 3")
        come_in(page, site)
        page.until(f"{SEEN}.includes('Go on with the game?')")


@only_whole
def test_a_browser_that_is_full_says_so_and_loses_nothing(site, opened):
    with opened("chromium") as page:
        come_in(page, site)
        hold(page, "s", 1.2)
        press_until(page, "s", f"{SEEN} === 'Nightfall'")
        cdp = page.command("goog:cdp.getSession", {"context": page.tab})
        for room in ({"quotaSize": 1}, {}):  # and after that there is room again
            told = {"method": "Storage.overrideQuotaForOrigin", "params": {"origin": site, **room}}
            page.command("goog:cdp.sendCommand", {**cdp, **told})
            come_in(page, site)
            page.until(f"{SEEN}.includes('Go on with the game?')")
            press_until(page, "s", f"{SEEN} === 'Nightfall'")
            page.until(f"{NOTE}.startsWith('This browser is full: what happens') === {json.dumps(bool(room))}")


MENDED = f"sessionStorage.mended === STATE && {LIVES}"
STOPPED = f"!sessionStorage.mended && {NOTE}.startsWith('The box has stopped')"
FAULT = "(await (await caches.match('worker.js')).text()).replace('.Tab(', '.Tab(0, ')"
BROKEN = ("box.packed", "'cut'", MENDED), ("pyodide/pyodide.asm.wasm", "'cut'", MENDED), ("worker.js", FAULT, STOPPED)


@only_whole
@pytest.mark.parametrize(("name", "content", "end"), BROKEN)
def test_a_kept_file_that_is_broken_is_fetched_again_and_a_program_that_fails_says_so(site, opened, name, content, end):
    with opened("chromium") as page:
        come_in(page, site)
        page.until("!!(navigator.serviceWorker.controller && await caches.match('started'))")
        page.run("navigator.serviceWorker.controller.postMessage('again')")
        page.until("!(await caches.match('started'))")
        kind = "{ headers: { 'Content-Type': 'text/javascript' } }"
        page.ask(f"await (await caches.open(`nightcrier-${{STATE}}`)).put('{name}', new Response({content}, {kind}))")
        page.open(site)
        page.until(end)


MARKUP = "<img src=x onerror=hurt=1>"
RIGHT = SMALL.replace('name = "Fox"', f'name = "{MARKUP}"', 1)


def drop(page, name, content, onto="document.body", times=1):
    """Drop files with this name, or choose one with the page's button."""
    page.run(f"""{{
        const data = new DataTransfer(), at = {onto};
        for (let n = {times}; n; n--) data.items.add(new File([{json.dumps(content)}], {json.dumps(name)}));
        if ("files" in at) at.files = data.files;
        const event = new DragEvent("drop", {{ bubbles: true, cancelable: true, dataTransfer: data }});
        at.dispatchEvent("files" in at ? new Event("change") : event);
    }}""")


@pytest.mark.parametrize("browser", ["chromium", WHOLE])
def test_a_game_that_is_dropped_is_checked_kept_and_played_and_its_markup_is_text(site, opened, browser):
    with opened(browser) as page:
        come_in(page, site)
        drop(page, "den.game.toml", RIGHT.replace("players", f'"{MARKUP}" = 1\nplayer'))
        page.until(f"{TOLD}.includes('did you mean \\'players\\'?')")
        assert f"den.game.toml: {MARKUP}: is no key that is known here; take it out." in page.ask(TOLD)
        drop(page, "den.toml", "", times=21)
        page.until(f"{TOLD}.endsWith('den.toml and all after it were left out: drop at most 20 files at once.')")
        drop(page, "den.game.toml", RIGHT, "document.getElementById('files')")
        page.until(f"{TOLD}.includes('is right') && {SEEN}.startsWith({json.dumps(MARKUP)})")
        come_in(page, site)
        page.until(f"{SEEN}.startsWith({json.dumps(MARKUP)})")
        press_until(page, "s", f"{SEEN} === 'Everybody, close your eyes.'")
        page.until(f"{SEEN}.includes('Fox, open your eyes')")
        assert page.ask("[window.hurt ?? 0, document.images.length]") == [0, 0]


@only_whole
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_second_tab_of_the_same_browser_says_that_the_box_is_open(site, opened, browser):
    with opened(browser) as page:
        come_in(page, site)
        page.tab = page.command("browsingContext.create", {"type": "tab"})["context"]
        page.open(site)
        page.until(f"{NOTE}.includes('another tab')")


@only_whole
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_page_opened_as_a_file_says_what_it_needs(tmp_path, opened, browser):
    for file in Path("site/page").iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "words.js").write_text('const WORDS = {"en": {"file": "Put it on a server."}};')
    with opened(browser) as page:
        page.open((tmp_path / "index.html").as_uri())
        page.until(f"{NOTE} === 'Put it on a server.'")


@only_whole
@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_keyboard_and_a_screen_reader_find_every_control(site, opened, browser, tmp_path):
    with opened(browser) as page:
        come_in(page, site)
        page.run("window.passed = []; addEventListener('focusin', ({ target }) => passed.push(target.id))")
        drop(page, "den.toml", "")
        page.until(f"{TOLD} !== ''")
        page.type(*[TAB] * 9)
        assert set(page.ask("passed")) >= {"back", "left", "dial", "right", "start", "told", "captions", "pick"}
        page.run(fetched_axe(tmp_path))
        found = page.ask("(await axe.run(document)).violations.map(({ id, nodes }) => [id, nodes[0].html])")
        assert not found, json.dumps(found)
