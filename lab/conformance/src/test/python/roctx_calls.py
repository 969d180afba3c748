"""Marks and ranges by the package roctx: roctx_calls.py. Asserts what the functions return."""
import os
import threading

import roctx
from roctx.context_decorators import RoctxProfiler, RoctxRange

roctx.mark("a mark")
roctx.mark(b"bytes")
roctx.mark("h\u00e4 \ud800")
roctx.mark(None)
assert [roctx.rangePush("outer"), roctx.rangePush("inner"), roctx.rangePop(), roctx.rangePop()] == [0, 1, 1, 0]
assert roctx.rangePop() < 0
assert roctx.rangePush(None) is None and roctx.rangeStart(None) is None

started = roctx.rangeStart("of the process")
assert started > 0
thread = threading.Thread(target=roctx.rangeStop, args=(started,))
thread.start()
thread.join()
roctx.rangeStop(None)


@RoctxRange("decorated")
def total(first, second=0):
    """Adds."""
    return first + second


assert total(1, second=2) == 3
assert (total.__name__, total.__doc__) == ("total", "Adds.")

with RoctxRange("with") as level:
    assert level == 0
    with RoctxRange("within") as inner:
        assert inner == 1
with RoctxRange():
    pass
try:
    with RoctxRange("raises"):
        raise KeyError("goes on")
except KeyError as error:
    assert error.args == ("goes on",)
assert roctx.rangePush("after") == 0
roctx.rangePop()

assert roctx.getThreadId() == os.getpid()
assert roctx.nameOsThread("named") == 0 and roctx.nameHipDevice("device") == 0
assert roctx.profilerPause() == 0
roctx.mark("not heard")
with RoctxProfiler() as resumed:
    assert resumed == 0
    roctx.mark("heard")
assert roctx.profilerResume() == 0

for wrong in (3, ["a"], object()):
    try:
        roctx.mark(wrong)
    except TypeError:
        continue
    raise AssertionError(wrong)
assert roctx.version_info["version"] == "1.0.0" and roctx.version_info["major"] == 1
missing = set(roctx.__all__) - set(dir(roctx))
assert not missing, missing
