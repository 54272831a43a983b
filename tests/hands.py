"""Hands that tests of several rooms have."""

from importlib import import_module


def caller(module, capsys):
    """Calls the program whose `main` this module has: it ends with this status; gives what it has said."""

    def call(status, *words):
        ended = import_module(module).main([str(word) for word in words])
        said = capsys.readouterr()
        assert ended == status, said
        return said

    return call
