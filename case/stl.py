"""Reads and writes binary STL, which every slicer reads: each triangle's normal and corners, in millimeters."""

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

_TRIANGLE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("colour", "<u2")])
_HEAD = 80


def triangles(solid: Manifold) -> NDArray[np.float32]:
    """Return the corners of all triangles, counterclockwise seen from outside, and always in the same order."""
    mesh = solid.to_mesh()
    corners = np.asarray(mesh.vert_properties)[:, :3][np.asarray(mesh.tri_verts)]
    return np.asarray(corners, np.float32)


def stl(solid: Manifold, name: str) -> bytes:
    """Return the body as a file."""
    corners = triangles(solid)
    rows = np.zeros(len(corners), _TRIANGLE)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    rows["normal"] = normal / np.where(length == 0, 1, length)
    rows["corners"] = corners
    head = f"Nightcrier {name}, millimetres".encode().ljust(_HEAD, b" ")
    return head + len(rows).to_bytes(4, "little") + rows.tobytes()


def read_stl(file: bytes) -> NDArray[np.float32]:
    """Return the corners of the triangles in a file."""
    rows = np.frombuffer(file, _TRIANGLE, offset=_HEAD + 4)
    return np.asarray(rows["corners"])
