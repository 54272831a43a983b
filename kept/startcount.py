import sys,tempfile,re
from pathlib import Path
import bench.startup as s
langs=sys.argv[1].split(",")
with tempfile.TemporaryDirectory() as name:
    cache=Path(name)
    (own := cache / "own" / "device.toml").parent.mkdir()
    own.write_text(f"{s.AT_ONCE}languages = {langs}\n")
    s.milliseconds(cache)
    for _ in range(2):
        with tempfile.TemporaryDirectory() as n2, s.Started(Path(n2), cache, s.HEARS) as box:
            box.tells("READY=1"); box.hand("start"); print(box.wait())
    a,b=s.instructions(cache),s.instructions(cache,s.HEARS,"start")
    print([round(x,1) for x in a]); print([round(x,1) for x in b]); print(sum(b)-sum(a))
