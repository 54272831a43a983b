// What is looked at on a page, put into it by bench/net_looks.py. Each look gives the faults it found, in words.
window.looks = (() => {
  const PLAIN = "h1, h2, p, label, legend, button, a, li, th, td, caption, b, strong, form, fieldset, nav, #now";
  const LARGER = 2;
  const OVER = 0.25; // rows of letters with marks above and below are taller than they are set apart

  function called(element) {
    return `${element.localName} ${JSON.stringify(element.textContent.trim().slice(0, 30))}`;
  }

  function seen(element) {
    return element.checkVisibility({ visibilityProperty: true });
  }

  // What a keyboard stops at: of several to choose one of, that which is chosen; what scrolls by itself, too.
  function stops() {
    return [...document.querySelectorAll("*")].filter((each) => {
      if (!seen(each)) return false;
      if (each.matches("input[type=radio]")) {
        const group = [...document.querySelectorAll("input[type=radio]")];
        const chosen = group.find((other) => other.name === each.name && other.form === each.form && other.checked);
        return !chosen || chosen === each;
      }
      if (each.matches("a[href], input:not([type=hidden]), select, textarea, button, summary")) return true;
      return getComputedStyle(each).overflowY === "auto" && each.scrollHeight > each.clientHeight;
    });
  }

  function cut() {
    const wide = document.scrollingElement.scrollWidth - innerWidth;
    const faults = [...document.querySelectorAll(PLAIN)]
      .filter((each) => seen(each) && each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1)
      .map((each) => `cut: ${called(each)}`);
    return wide > 0 ? [`${wide} dots too wide`, ...faults] : faults;
  }

  function texts() {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const at = walker.currentNode.parentElement;
      if (walker.currentNode.data.trim() && seen(at) && !at.closest("select, svg, .told")) found.push(walker.currentNode);
    }
    return found;
  }

  function rects(text, from, to) {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].filter((each) => each.width > 1);
  }

  // Words that begin on one row and end on the next; of languages that set spaces between words.
  function torn() {
    if (/^(ja|th|zh)/.test(document.documentElement.lang)) return [];
    return texts().flatMap((text) =>
      [...text.data.matchAll(/[\p{L}\p{M}\u200c]+/gu)]
        .filter((word) => {
          const rows = rects(text, word.index, word.index + word[0].length);
          return rows.some((row) => row.top > rows[0].bottom - 2);
        })
        .map((word) => `torn: ${word[0]}`),
    );
  }

  function overlapping() {
    const rows = texts().flatMap((text) => rects(text, 0, text.length).map((rect) => ({ text, rect })));
    const faults = [];
    rows.forEach(({ text, rect }, number) => {
      const other = rows.slice(number + 1).find(
        (each) =>
          each.text !== text &&
          Math.min(rect.right, each.rect.right) - Math.max(rect.left, each.rect.left) > 2 &&
          Math.min(rect.bottom, each.rect.bottom) - Math.max(rect.top, each.rect.top) > OVER * rect.height,
      );
      if (other) faults.push(`over one another: ${called(text.parentElement)}, ${called(other.text.parentElement)}`);
    });
    return faults;
  }

  function large() {
    const root = document.documentElement;
    root.style.fontSize = `${LARGER * parseFloat(getComputedStyle(root).fontSize)}px`;
    const faults = [...cut(), ...overlapping()].map((fault) => `200 %: ${fault}`);
    root.style.fontSize = "";
    root.removeAttribute("style");
    return faults;
  }

  // As WCAG 1.4.12 sets it.
  function spaced() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important; } p { margin-block-end: 2em !important; }");
    document.adoptedStyleSheets = [sheet];
    const faults = [...cut(), ...overlapping()].map((fault) => `spaced: ${fault}`);
    document.adoptedStyleSheets = [];
    return faults;
  }

  let tabbed = [];
  addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target);
    tabbed.push([target, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0]);
  });

  // From the top of the page, as where it has just come. How many stops there are.
  function awaitTabs() {
    const top = document.createElement("i");
    top.tabIndex = -1;
    document.body.prepend(top);
    top.focus();
    top.remove();
    tabbed = [];
    return stops().length;
  }

  // A list that was told anew meanwhile has others in their places.
  function isSame(one, other) {
    return ["localName", "name", "value", "textContent"].every((each) => one[each] === other[each]);
  }

  function tabs() {
    const faults = [];
    stops().forEach((stop, number) => {
      const [at, ring] = tabbed[number] || [document.body, true];
      if (!isSame(at, stop)) faults.push(`tab ${number + 1} leads to ${called(at)}, not to ${called(stop)}`);
      else if (!ring) faults.push(`no ring: ${called(stop)}`);
    });
    return faults.slice(0, 3);
  }

  function arrival() {
    const [page] = performance.getEntriesByType("navigation");
    const all = [page, ...performance.getEntriesByType("resource")];
    return { ready: page.loadEventEnd, bytes: all.reduce((sum, each) => sum + each.transferSize, 0) };
  }

  return {
    narrow: () => [...cut(), ...torn(), ...overlapping()],
    large,
    spaced,
    awaitTabs,
    tabs,
    arrival,
  };
})();
