"""Tests that the files in docs/case match the measures."""

from pathlib import Path

import pytest

pytest.importorskip("manifold3d", reason="made anew by ./test, with requirements/dev.txt")

import numpy as np

from case.drawings import drawings
from case.files import prints
from case.measures import shipped_measures
from case.stl import read_stl

MEASURES = shipped_measures()
DOCS = Path("docs/case")
DRAWN = drawings(MEASURES, MEASURES.boards)


@pytest.mark.parametrize("name", DRAWN)
def test_the_drawing_in_the_docs_is_what_the_measures_say(name):
    assert (DOCS / name).read_bytes() == DRAWN[name], "draw them anew: ./run case"


def test_no_drawing_in_the_docs_is_left_over():
    assert {file.name for file in DOCS.glob("*.svg")} == set(DRAWN)


def test_the_files_in_the_docs_are_these_bodies():
    """Sizes agree to a thousandth, since another version of the library may cut a body into other triangles."""
    made = prints(MEASURES, tuple(MEASURES.boards))
    assert {file.name for file in DOCS.glob("*.stl")} == set(made)
    for name, file in made.items():
        shipped, fresh = read_stl((DOCS / name).read_bytes()), read_stl(file)
        assert shipped.reshape(-1, 3).min(axis=0) == pytest.approx(fresh.reshape(-1, 3).min(axis=0), abs=1e-3)
        assert shipped.reshape(-1, 3).max(axis=0) == pytest.approx(fresh.reshape(-1, 3).max(axis=0), abs=1e-3)
        assert enclosed(shipped) == pytest.approx(enclosed(fresh), rel=1e-3), "draw them anew: ./run case"


def enclosed(corners: np.ndarray) -> float:
    return float(np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6)


def test_the_pictures_in_the_docs_are_there_and_small():
    assert {file.stem for file in DOCS.glob("*.png")} == {"box", "behind", "apart", "inner"}
    files = [*DOCS.glob("*.svg"), *DOCS.glob("*.png")]
    assert sum(file.stat().st_size for file in files) < 1_000_000
