"""Which request is answered by what: each part of the organiser's page has a table of its own, and the whole page is
all of them."""

from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from device.net.exchange import PageAnswer, PageRequest
from device.net.gate import PhonePass

_Whole = TypeVar("_Whole")
_Part = TypeVar("_Part")
HallRoute: TypeAlias = Callable[[_Part, PageRequest, PhonePass | None], PageAnswer]
HallRoutes: TypeAlias = Mapping[str, Mapping[str, HallRoute[_Part]]]
"""By path and method. A route is asked with the pass that was shown, None where nobody was let in."""


def routes_of_part(part: Callable[[_Whole], _Part], routes: HallRoutes[_Part]) -> HallRoutes[_Whole]:
    """As routes of the whole, which has that part."""

    def of_whole(route: HallRoute[_Part]) -> HallRoute[_Whole]:
        return lambda whole, request, shown: route(part(whole), request, shown)

    return {path: {method: of_whole(each) for method, each in methods.items()} for path, methods in routes.items()}
