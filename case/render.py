"""Draws solid bodies like a draftsman: seen from far away, in flat light, with dark edges.

It uses a depth buffer in numpy, since the bodies have only some thousand triangles, for which no library is needed."""

from collections.abc import Sequence
from math import cos, radians, sin

import numpy as np
from manifold3d import Manifold
from msgspec import Struct
from numpy.typing import NDArray
from PIL import Image

from case.stl import triangles

Floats = NDArray[np.float64]
FINER = 2
"""The factor by which pictures are drawn larger and then shrunk, so that edges have no steps."""
LIGHT = (-0.3, 0.75, 0.6)
"""The direction of the light, to the left of the viewer and above."""
PAPER = 255.0


class Shown(Struct, frozen=True):
    """Holds a body and its color."""

    solid: Manifold
    colour: tuple[int, int, int]


def picture(shown: Sequence[Shown], turn: float, tilt: float, scale: float, margin: int = 12) -> Image.Image:
    """Return the picture from `turn` degrees right of the front, `tilt` above it, at `scale` dots a millimeter."""
    look = _look(turn, tilt)
    faces = [triangles(body.solid).astype(float) @ look.T * scale * FINER for body in shown]
    every = np.concatenate(faces).reshape(-1, 3)
    least, most = every.min(axis=0), every.max(axis=0)
    edge = margin * FINER
    size = np.ceil((most - least)[:2]).astype(int) + 2 * edge
    canvas = _Canvas(int(size[0]), int(size[1]))
    for body, corners in zip(shown, faces, strict=True):
        moved = corners - least + (edge, edge, 0)
        canvas.add(moved, _shades(corners), np.array(body.colour, float))
    return canvas.image()


def _look(turn: float, tilt: float) -> Floats:
    """Return a matrix whose rows point right, up, and toward the viewer."""
    a, b = radians(turn), radians(tilt)
    eye = (sin(a) * cos(b), -cos(a) * cos(b), sin(b))
    right = (cos(a), sin(a), 0.0)
    return np.array([right, np.cross(eye, right), eye])


def _shades(corners: Floats) -> Floats:
    """Return the brightness of each triangle, or 0 if it faces away."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    normal = normal / np.where(length == 0, 1, length)
    bright = 0.62 + 0.38 * (normal @ (np.array(LIGHT) / np.linalg.norm(LIGHT)))
    return np.where(normal[:, 2] > 0, bright, 0.0)


class _Canvas:
    """Holds the depth and the color of each dot."""

    def __init__(self, width: int, height: int) -> None:
        self._depth = np.full((height, width), -np.inf)
        self._colour = np.full((height, width, 3), PAPER)
        self._shade = np.zeros((height, width))

    def add(self, corners: Floats, shades: Floats, colour: Floats) -> None:
        """Add the triangles that face the viewer."""
        for triangle, shade in zip(corners, shades, strict=True):
            if shade:
                self._fill(triangle, shade, colour)

    def image(self) -> Image.Image:
        """Return the image, with a dark line wherever one face ends before another, or they meet at an angle."""
        depth = np.where(np.isinf(self._depth), -1e3, self._depth)
        edge = np.zeros(depth.shape, bool)
        for axis in (0, 1):
            bend = np.abs(np.diff(depth, 2, axis=axis, prepend=-1e3)) > 2.5 * FINER
            turn = np.abs(np.diff(self._shade, axis=axis)) > 0.06
            edge |= np.pad(bend | turn, [(0, 1) if axis == way else (0, 0) for way in (0, 1)])
        shown = np.where(edge[..., None], 45.0, self._colour)[::-1]
        drawn = Image.fromarray(shown.clip(0, 255).astype(np.uint8))
        return drawn.resize((drawn.width // FINER, drawn.height // FINER), Image.Resampling.BOX)

    def _fill(self, triangle: Floats, shade: float, colour: Floats) -> None:
        (ax, ay, az), (bx, by, bz), (cx, cy, cz) = triangle.tolist()
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if area < 1e-9:
            return
        left, low = int(min(ax, bx, cx)), int(min(ay, by, cy))
        x = np.arange(left, int(max(ax, bx, cx)) + 2) + 0.5
        y = np.arange(low, int(max(ay, by, cy)) + 2)[:, None] + 0.5
        two = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        three = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        depth = az + two * (bz - az) + three * (cz - az)
        part = np.s_[low : low + len(y), left : left + len(x)]
        nearer = (two >= -1e-6) & (three >= -1e-6) & (two + three <= 1 + 1e-6) & (depth > self._depth[part])
        self._depth[part][nearer] = depth[nearer]
        self._colour[part][nearer] = colour * shade
        self._shade[part][nearer] = shade
