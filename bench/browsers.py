"""Starts Debian's Chromium and Firefox without a window, each with a profile that is deleted afterwards."""

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.request import Request, urlopen

from bench.browser_page import PATIENCE, BrowserPage

_PREFERENCES = """
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 0);
user_pref("termsofuse.bypassNotification", true);
user_pref("datareporting.policy.dataSubmissionPolicyBypassNotification", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("focusmanager.testmode", true);
user_pref("layout.css.prefers-color-scheme.content-override", {scheme});
"""
_DARK, _LIGHT = 0, 1


@contextmanager
def chromium(*, dark: bool) -> Iterator[BrowserPage]:
    command = ["chromedriver", "--port=0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as driver:
        try:
            told = _chromium_session(_told(driver, r"started successfully on port (\d+)"))
            with BrowserPage(told["webSocketUrl"], begins=False) as page:
                page.name = f"Chromium {told['browserVersion']}"
                with _closed(page):
                    _colour_chromium(page, dark=dark)
                    yield page
        finally:
            driver.terminate()


def _chromium_session(port: str) -> dict[str, str]:
    options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]}
    wanted = {"browserName": "chrome", "webSocketUrl": True, "acceptInsecureCerts": True}
    wanted["goog:chromeOptions"] = options
    asked = json.dumps({"capabilities": {"alwaysMatch": wanted}}).encode()
    head = {"Content-Type": "application/json"}
    with urlopen(Request(f"http://127.0.0.1:{port}/session", asked, head), timeout=PATIENCE) as answer:
        told: dict[str, str] = json.load(answer)["value"]["capabilities"]
    return told


def _colour_chromium(page: BrowserPage, *, dark: bool) -> None:
    """Set the dark or light color scheme with Chromium's own protocol, because BiDi has no command for it yet."""
    session = page.command("goog:cdp.getSession", {"context": page.tab})["session"]
    features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
    parameters = {"media": "", "features": features}
    page.command(
        "goog:cdp.sendCommand",
        {"method": "Emulation.setEmulatedMedia", "params": parameters, "session": session},
    )


@contextmanager
def firefox(*, dark: bool) -> Iterator[BrowserPage]:
    with TemporaryDirectory(prefix="nightcrier-firefox-", ignore_cleanup_errors=True) as profile:
        scheme = _DARK if dark else _LIGHT
        Path(profile, "user.js").write_text(_PREFERENCES.replace("{scheme}", str(scheme)))
        command = ["firefox-esr", "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0"]
        pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        with subprocess.Popen(command, text=True, env={**os.environ, "HOME": profile}, **pipes) as program:
            try:
                address = _told(program, r"BiDi listening on (ws://\S+)")
                with BrowserPage(f"{address}/session", begins=True) as page, _closed(page):
                    yield page
            finally:
                program.terminate()


@contextmanager
def _closed(page: BrowserPage) -> Iterator[None]:
    """Close the whole browser at the end, even after an error, or it would outlive the program that started it."""
    try:
        yield
    finally:
        page.command("browser.close", {})


def _told(program: "subprocess.Popen[str]", words: str) -> str:
    """Return the part of the program's output that follows these words."""
    pipe = program.stdout or program.stderr
    for line in pipe or ():
        if found := re.search(words, line):
            return found.group(1)
    raise SystemExit(f"{program.args} ended without saying {words!r}; is it installed?")
