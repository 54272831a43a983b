"""The code on the organiser's page is read back by another library, and fits into the policy of the page."""

import re

import numpy as np
import pytest
import zxingcpp

from nightcrier_hall.tables_page import code_square


@pytest.mark.parametrize("host", ["10.0.0.5:8090", "[fd00:1234:5678:9abc:def0:1234:5678:9abc]:65535"])
def test_a_phone_reads_what_stands_there(host):
    address = f"http://{host}/joining/{'x-_9' * 5}Zz"
    svg = code_square(address, 'a "name"')
    (side,) = map(int, re.findall(r'viewBox="0 0 (\d+) \1"', svg))
    picture = np.full((side, side), 255, dtype=np.uint8)
    for x, y in re.findall(r"M(\d+),(\d+)h1v1h-1z", svg):
        picture[int(y), int(x)] = 0
    (read,) = zxingcpp.read_barcodes(np.kron(picture, np.ones((4, 4), dtype=np.uint8)))
    assert read.text == address
    assert "style" not in svg
    assert 'aria-label="a &quot;name&quot;"' in svg
