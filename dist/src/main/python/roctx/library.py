# The library librocprofiler-sdk-roctx, which is the same for every version of Python.

import ctypes
import os

NAME = "librocprofiler-sdk-roctx.so.1"

HERE = os.path.dirname(os.path.realpath(__file__))


def _candidates():
    yield NAME, os.RTLD_NOLOAD  # the one that the program has, which is the one that a profiler listens to
    yield os.path.join(HERE, "..", "..", "..", NAME), 0  # of the same installation
    if "ROCM_PATH" in os.environ:
        yield os.path.join(os.environ["ROCM_PATH"], "lib", NAME), 0
    yield os.path.join("/opt/rocm/lib", NAME), 0
    yield NAME, 0


def _loaded():
    reasons = []
    for path, mode in _candidates():
        try:
            return ctypes.CDLL(path, mode=mode | os.RTLD_LAZY)
        except OSError as error:
            if not mode:
                reasons.append(str(error))
    raise ImportError(
        "roctx: no " + NAME + " can be loaded; set ROCM_PATH or LD_LIBRARY_PATH to where it is installed: " + "; ".join(reasons)
    )


# The functions that the package calls: name, result, parameters (rocprofiler-sdk-roctx/roctx.h).
_FUNCTIONS = (
    ("roctxMarkA", None, (ctypes.c_char_p,)),
    ("roctxRangePushA", ctypes.c_int, (ctypes.c_char_p,)),
    ("roctxRangePop", ctypes.c_int, ()),
    ("roctxRangeStartA", ctypes.c_uint64, (ctypes.c_char_p,)),
    ("roctxRangeStop", None, (ctypes.c_uint64,)),
    ("roctxProfilerPause", ctypes.c_int, (ctypes.c_uint64,)),
    ("roctxProfilerResume", ctypes.c_int, (ctypes.c_uint64,)),
    ("roctxGetThreadId", ctypes.c_int, (ctypes.POINTER(ctypes.c_uint64),)),
    ("roctxNameOsThread", ctypes.c_int, (ctypes.c_char_p,)),
    ("roctxNameHipDevice", ctypes.c_int, (ctypes.c_char_p, ctypes.c_int)),
)

roctx = _loaded()
for _name, _result, _parameters in _FUNCTIONS:
    _function = getattr(roctx, _name)
    _function.restype = _result
    _function.argtypes = _parameters
