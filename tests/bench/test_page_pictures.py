"""The pictures of the pages that the docs show are those that `./run page` keeps, and each is shown."""

from pathlib import Path

from bench.net_phone import KEPT, PICTURES, picture_name


def test_the_pictures_of_the_pages_are_those_that_are_kept() -> None:
    kept = {picture_name(*key) for key in KEPT}
    assert {file.name for file in PICTURES.glob("net-*.png")} == kept
    shown = "".join(page.read_text("utf-8") for page in Path("docs").rglob("*.md"))
    assert [name for name in sorted(kept) if f"pages/{name}" not in shown] == []


def test_a_picture_in_the_docs_is_small() -> None:
    assert max(file.stat().st_size for file in PICTURES.glob("net-*.png")) < 32_000
