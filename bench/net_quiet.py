"""Watches a phone at night: while calls go on, its page must not change, nothing is sent to it, it asks for nothing,
and a reload gives the same bytes. Faults are sentences."""

from bench.browser_page import BrowserPage

HEARS = """
  const heard = (window.heard = []);
  window.EventSource = class extends EventSource {
    constructor(...words) {
      super(...words);
      for (const kind of ["now", "anew", "message", "error"]) this.addEventListener(kind, () => heard.push(kind));
    }
  };
"""
"""A script to start every page with, which records what the page is told."""
_WATCHES = """
  window.watched = { page: document.documentElement.outerHTML, changes: 0, heard: heard.length };
  watched.asked = performance.getEntriesByType("resource").length;
  new MutationObserver((changes) => { watched.changes += changes.length; }).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
"""
_FAULTS = """[
  watched.changes > 0 && `${watched.changes} changes in a night`,
  watched.page !== document.documentElement.outerHTML && "another page in a night",
  heard.length > watched.heard && `told in a night: ${heard.slice(watched.heard)}`,
  performance.getEntriesByType("resource").length > watched.asked && "asked for something in a night",
].filter(Boolean)"""
_BYTES = "await (await fetch('/')).text()"


class QuietPhone:
    """Watches a phone from now on."""

    def __init__(self, page: BrowserPage) -> None:
        self._page, self._bytes = page, page.ask(_BYTES)
        page.run(_WATCHES)

    def faults(self) -> list[str]:
        """Return the faults. A reloaded page is a fault, because the script that watched it is gone."""
        if not self._page.ask("'watched' in window"):
            return ["loaded anew in a night"]
        found = list(self._page.ask(_FAULTS))
        return found if self._page.ask(_BYTES) == self._bytes else [*found, "other bytes in a night"]
