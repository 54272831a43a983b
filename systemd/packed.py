"""Imports modules from the one file that `one_file.py` packs. `start.py` runs this code from the file before
anything else is imported, so it imports only what is built into Python."""

from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import ExtensionFileLoader
from _imp import source_hash
from marshal import loads
from posix import pread

TYPE_CHECKING = False
if TYPE_CHECKING:
    from importlib.abc import Loader
    from types import CodeType, ModuleType
else:
    Loader = object


class PackedModules(Loader):
    """Finds and loads modules of an open file, in which their codes begin at `begins`. `places` has the folder of
    each package, and the place, the size and the digest of each code."""

    def __init__(
        self, file: int, begins: int, places: dict[str, tuple[str, int, int, bytes]], extensions: dict[str, str]
    ) -> None:
        self._file, self._begins, self._places, self._extensions = file, begins, places, extensions

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """Return the place of a module. One with damaged code is not found here, so that its own file is read."""
        if name in self._extensions:
            file = self._extensions[name]
            return ModuleSpec(name, ExtensionFileLoader(name, file), origin=file)
        code = self._read(name)
        if code is None:
            return None
        spec = ModuleSpec(name, self, origin=code.co_filename, loader_state=code)
        spec.has_location = True
        if folder := self._places[name][0]:
            spec.submodule_search_locations = [folder]
        return spec

    def _read(self, name: str) -> "CodeType | None":
        if name not in self._places:
            return None
        _, at, size, digest = self._places[name]
        try:
            body = pread(self._file, size, self._begins + at)
        except OSError:
            return None
        return loads(body) if source_hash(0, body) == digest else None  # noqa: S302 - the installer's own file

    def create_module(self, spec: ModuleSpec) -> None:
        """Leave it to Python to make the module."""

    def exec_module(self, module: "ModuleType") -> None:
        if spec := module.__spec__:
            code, spec.loader_state = spec.loader_state, None
            exec(code, module.__dict__)  # noqa: S102 - as Python's own loader does
