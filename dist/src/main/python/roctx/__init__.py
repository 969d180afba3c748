"""ROC-TX: marks and ranges of a program, for the profiler that watches it. Without one the calls do nothing.

Messages are str, which become UTF-8, or bytes. Any thread.
"""

import ctypes

from .library import roctx as _roctx
from .version import version_info

__all__ = [
    "context_decorators",
    "getThreadId",
    "mark",
    "nameHipDevice",
    "nameOsThread",
    "profilerPause",
    "profilerResume",
    "rangePop",
    "rangePush",
    "rangeStart",
    "rangeStop",
    "version_info",
]


def _text(message):
    if isinstance(message, str):
        return message.encode("utf-8", "backslashreplace")
    if isinstance(message, bytes):
        return message
    raise TypeError("a message is str or bytes, not " + type(message).__name__)


def mark(msg):
    """Mark this moment. None marks nothing."""
    if msg is not None:
        _roctx.roctxMarkA(_text(msg))


def rangePush(msg):
    """Open a range of this thread within those that are open. Return its level, from 0; None opens none."""
    return None if msg is None else _roctx.roctxRangePushA(_text(msg))


def rangePop():
    """Close the range of this thread that was opened last. Return its level, negative if none was open."""
    return _roctx.roctxRangePop()


def rangeStart(msg):
    """Open a range of the process, which any thread may close. Return its id; None opens none."""
    return None if msg is None else _roctx.roctxRangeStartA(_text(msg))


def rangeStop(id=0):
    """Close a range of the process by its id. None closes none."""
    if id is not None:
        _roctx.roctxRangeStop(id)


def profilerPause(tid=0):
    """Ask the profiler to record no more of a thread, 0 for all. Return 0 if that is done."""
    return _roctx.roctxProfilerPause(tid)


def profilerResume(tid=0):
    """Ask the profiler to record a thread, 0 for all. Return 0 if that is done."""
    return _roctx.roctxProfilerResume(tid)


def getThreadId():
    """Return this thread's id as the profiler knows it."""
    tid = ctypes.c_uint64()
    _roctx.roctxGetThreadId(ctypes.byref(tid))
    return tid.value


def nameOsThread(name):
    """Name this thread. Return 0 if that is done."""
    return _roctx.roctxNameOsThread(_text(name))


def nameHipDevice(name, device_id=0):
    """Name a device of HIP. Return 0 if that is done."""
    return _roctx.roctxNameHipDevice(_text(name), device_id)


from . import context_decorators  # noqa: E402  its classes call the functions above
