"""The list of tables comes again when it has changed, and not to any number of lookers-on."""

import asyncio

from msgspec.structs import replace

from hall.tests.organisers import AT_HOME, with_tables
from nightcrier.web.exchange import RequestRefused


class TestEvents:
    def test_the_list_comes_again_when_it_has_changed(self, organisers, monkeypatch):
        monkeypatch.setattr("nightcrier_hall.tables_site._PACE", 0.0)
        stream = organisers.ask("/events", key=with_tables(organisers, "one")).stream
        assert stream

        async def heard() -> list[bytes]:
            first = [await anext(stream), await anext(stream)]
            coming = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0)
            organisers.tells("one", replace(AT_HOME, help=True))
            last = await coming
            await stream.aclose()
            return [*first, last]

        retry, before, after = asyncio.run(heard())
        assert retry.startswith(b"retry")
        assert b"needs help" not in before
        assert b"needs help" in after

    def test_there_is_an_end_to_how_many_look_on(self, organisers):
        key = with_tables(organisers)

        async def looked() -> int:
            streams = []
            for _ in range(20):
                try:
                    stream = organisers.ask("/events", key=key).stream
                except RequestRefused:
                    break
                assert stream
                await anext(stream)
                streams.append(stream)
            for stream in streams:
                await stream.aclose()
            return len(streams)

        assert asyncio.run(looked()) == 16
        assert organisers.ask("/events", key=key).stream

    def test_who_has_left_hears_no_more(self, organisers, monkeypatch):
        monkeypatch.setattr("nightcrier_hall.tables_site._PACE", 0.0)
        key = with_tables(organisers, "one")
        stream = organisers.ask("/events", key=key).stream
        assert stream

        async def heard_after() -> list[bytes]:
            assert [await anext(stream), await anext(stream)]
            organisers.post("/leave", key)
            organisers.joins("two")
            return [piece async for piece in stream]

        assert asyncio.run(heard_after()) == []
