"""Tests that modules lose their signature and nothing else."""

import lzma

import pytest

from image.bare_modules import write_bare_modules

SIGNED = b"sealed" + bytes(8) + (6).to_bytes(4, "big") + b"~Module signature appended~\n"


@pytest.mark.parametrize(("packed", "bare"), [(b"\x7fELF" + SIGNED, b"\x7fELF"), (b"\x7fELF", b"\x7fELF")])
def test_a_module_is_unpacked_and_its_signature_left_out(tmp_path, packed, bare):
    module = tmp_path / "kernel" / "fs" / "owl.ko.xz"
    module.parent.mkdir(parents=True)
    module.write_bytes(lzma.compress(packed))
    write_bare_modules(tmp_path)
    assert [(file.name, file.read_bytes()) for file in module.parent.iterdir()] == [("owl.ko", bare)]
