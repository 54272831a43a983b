"""Tests that only one file, which escapes text, makes markup, and that no other claims or bypasses it."""

import ast
from collections.abc import Callable, Iterator
from functools import cache

import pytest

from nightcrier.web.markup import Markup, escape, join_markup, script_constant, tag, with_gaps
from tests.test_floors import MODULES, tree_of

MAKER = "nightcrier.web.markup"
TYPED = '"><script>alert(1)</script>'
SAFE = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"


def name_of(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def is_made(call: ast.Call) -> bool:
    """Say whether this call makes markup, or claims that a plain string is markup."""
    claimed = name_of(call.func) == "cast" and "Markup" in ast.unparse(call.args[0])
    return name_of(call.func) == "Markup" or claimed


def is_drawn_up(call: ast.Call) -> bool:
    """Say whether the name of the element is computed, so that no reader can tell which element it is."""
    if name_of(call.func) != "tag":
        return False
    first = call.args[0]
    return not all(
        isinstance(each, ast.Constant)
        for each in ([first.body, first.orelse] if isinstance(first, ast.IfExp) else [first])
    )


def is_plain_page(call: ast.Call) -> bool:
    """Say whether this call answers with HTML that is not markup: a body whose kind only `page_answer` may omit."""
    named = {word.arg for word in call.keywords}
    return name_of(call.func) == "PageAnswer" and "kind" not in named and ("body" in named or len(call.args) == 2)


def calls_in(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


@cache
def calls_of(module: str) -> list[ast.Call]:
    return list(calls_in(tree_of(module)))


RULES: dict[Callable[[ast.Call], bool], set[str]] = {
    is_made: {MAKER},
    is_drawn_up: set(),
    is_plain_page: {"nightcrier.web.exchange"},
}
"""Maps what is forbidden to the modules that may do it."""


@pytest.mark.parametrize("is_wrong", RULES)
def test_nothing_but_its_own_file_makes_markup(is_wrong):
    assert {name for name in MODULES if any(map(is_wrong, calls_of(name)))} == RULES[is_wrong]


def test_no_page_is_written_as_text():
    """A text with an element in it is not written by `tag`, so nothing escapes it."""
    rooms = ("nightcrier.phone", "nightcrier_hall")
    texts = (
        (module, node.value)
        for module in MODULES
        if module.startswith(rooms)
        for node in ast.walk(tree_of(module))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "</" in node.value
    )
    assert list(texts) == []


@pytest.mark.parametrize(
    "code", ["Markup(f'<p>{x}')", "markup.Markup(a + b)", "cast(Markup, text)", "cast('Markup', x)"]
)
def test_markup_that_is_made_elsewhere_would_be_found(code):
    assert any(map(is_made, calls_in(ast.parse(code))))
    assert any(map(is_drawn_up, calls_in(ast.parse("tag(f'h{n}', 'x')"))))
    assert any(map(is_plain_page, calls_in(ast.parse("PageAnswer(403, text.encode())"))))


def test_whatever_is_text_is_escaped_once_wherever_it_goes():
    safe = escape(TYPED)
    assert safe == escape(safe) == SAFE
    assert tag("p", TYPED, safe) == f"<p>{SAFE}{SAFE}</p>"
    assert tag("b") + TYPED == f"<b></b>{SAFE}"
    assert join_markup([TYPED, tag("b")], "<") == f"{SAFE}&lt;<b></b>"
    assert with_gaps(tag("p", "@x@"), {"x": TYPED}) == f"<p>{SAFE}</p>"
    assert script_constant("A", TYPED).count("<") == 0


def test_a_value_cannot_leave_its_attribute():
    inner = tag("i", class_="x")
    assert tag("input", value=TYPED) == f'<input value="{SAFE}">'
    assert tag("a", title=inner) == '<a title="&lt;i class=&quot;x&quot;&gt;&lt;/i&gt;"></a>'
    assert tag("input", hidden=True, checked=False, id=None, min=0, value="") == '<input hidden min="0" value="">'


def test_what_a_string_makes_of_markup_is_text_again():
    bold = tag("b")
    for text in ("x" + bold, f"{bold}", "".join([bold]), bold.upper(), bold[:2], bold * 2):
        assert not isinstance(text, Markup)
